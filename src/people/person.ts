// A person as a turn knows them: the principal.
import type { PersonId } from '../database/ids.ts';

export interface Person {
  readonly id: PersonId;
  readonly name: string;
  /** IANA zone; null until known. A container's UTC is not a person's zone. */
  readonly zone: string | null;
  /** BCP 47; `en` where unknown. */
  readonly locale: string;
  /** The language that they wrote in last, as far as that was clear; null or absent: their locale's. */
  readonly language?: string | null;
  /** The persona their new conversations start with, if they chose one. */
  readonly persona: string | null;
}
