// How many tokens a text may take, without a tokenizer. It errs high on purpose: prose, code, base64, CJK, emoji and rare
// scripts stay above o200k_base plus 30%, because the model's own tokenizer is unknown until its server reports usage
// (see calibrate.ts). Bytes times a factor are no substitute: prose takes 3.9 bytes a token, base64 1.5, so pasted base64
// would break a window that was measured on prose. Linear: the rules below are compiled into a table once.

/** Tokens per code unit where its neighbours don't matter: everything beyond ASCII. Later rows win. */
const RANGES: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x0000, 0xffff, 3.9],
  [0x0080, 0x00ff, 1.9],
  [0x0100, 0x024f, 2],
  [0x0250, 0x036f, 2.6],
  [0x0370, 0x03ff, 1.1],
  [0x0400, 0x052f, 0.65],
  [0x0530, 0x058f, 2.1],
  [0x0590, 0x05ff, 1.3],
  [0x0600, 0x06ff, 0.95],
  [0x0900, 0x097f, 1.45],
  [0x0980, 0x0dff, 2.3],
  [0x0e00, 0x0e7f, 1.2],
  [0x0e80, 0x109f, 2.8],
  [0x10a0, 0x10ff, 2.2],
  [0x1780, 0x17ff, 2.2],
  [0x1e00, 0x1eff, 1.8],
  [0x2000, 0x206f, 2.3],
  [0x2070, 0x2bff, 2.7],
  [0x3000, 0x303f, 1.5],
  [0x3040, 0x30ff, 1.55],
  [0x3400, 0x4dbf, 4],
  [0x4e00, 0x9fff, 2.6],
  [0xac00, 0xd7a3, 3.2],
  // Halves of a pair: most astral characters take four bytes, emoji three tokens or less.
  [0xd800, 0xdfff, 2.6],
  [0xd83c, 0xd83e, 1.1],
  [0xfe00, 0xfe0f, 1.5],
  [0xff00, 0xffef, 2],
];

/** The characters that make up most of written Chinese and Japanese; other Han characters cost twice as much. */
const COMMON_HAN =
  '的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切習時間後本語気見今私何行食飲話言書読朝昼夜週曜約束会議仕事電車円部長社員予定確認お願';

const ASCII = 128;
const LONGEST = 12;
const COMMON = 'etaoinsrhldcu';
const RARE = 'qxzjkv';
const VOWELS = 'aeiouyAEIOUY';

/** Where in a word the reader is. `length` and `consonants` (in a row) are capped, so that there are few states. */
interface Place {
  readonly kind: 'other' | 'space' | 'digit' | 'lower' | 'upper';
  readonly length: number;
  readonly consonants: number;
}

function place(kind: Place['kind'], length = 0, consonants = 0): Place {
  return { kind, length: Math.min(length, LONGEST), consonants: Math.min(consonants, 3) };
}

function letterCost(char: string): number {
  if (char >= 'A' && char <= 'Z') return 0.55;
  return COMMON.includes(char) ? 0.22 : RARE.includes(char) ? 0.55 : 0.33;
}

/** What one ASCII character costs after what came before it, and where the reader is then. */
function step(at: Place, char: string): { readonly cost: number; readonly next: Place } {
  if (char >= '0' && char <= '9') {
    return { cost: at.kind === 'space' ? 1.5 : 1, next: place('digit') };
  }
  const lower = char >= 'a' && char <= 'z';
  if (!lower && !(char >= 'A' && char <= 'Z')) {
    if (char === ' ') return { cost: 0.1, next: place('space') };
    return { cost: char === '\n' ? 1 : char < ' ' && char !== '\t' ? 1.45 : 1, next: place('other') };
  }
  const inWord = at.kind === 'lower' || at.kind === 'upper';
  const starts = !inWord || (at.kind === 'lower' && !lower);
  const length = starts ? 1 : at.length + 1;
  const consonants = VOWELS.includes(char) ? 0 : (inWord ? at.consonants : 0) + 1;
  // A word, or a hump of one, starts a token; long words and letters without vowels are made of several.
  const start = starts ? (at.kind === 'other' || at.kind === 'space' ? 0.4 : 0.7) : 0;
  const long = length > 7 ? 0.18 : 0;
  const odd = consonants > 2 ? 0.8 : 0;
  return {
    cost: letterCost(char) + start + long + odd,
    next: place(lower ? 'lower' : 'upper', length, consonants),
  };
}

/** The rules of {@link step} as two tables: state and character to cost, and to the next state. State 0 is the start. */
function compileSteps(): { readonly cost: Float32Array; readonly next: Uint16Array } {
  const states: Place[] = [place('other')];
  const index = new Map([[JSON.stringify(states[0]), 0]]);
  const costs: number[] = [];
  const nexts: number[] = [];
  for (let state = 0; state < states.length; state += 1) {
    for (let unit = 0; unit < ASCII; unit += 1) {
      const { cost, next } = step(states[state] ?? place('other'), String.fromCharCode(unit));
      const key = JSON.stringify(next);
      const known = index.get(key) ?? states.push(next) - 1;
      index.set(key, known);
      costs.push(cost);
      nexts.push(known);
    }
  }
  return { cost: Float32Array.from(costs), next: Uint16Array.from(nexts) };
}

/** Syllables with a usual vowel and a usual final, or none, are those of everyday Korean. */
function isPlainHangul(unit: number): boolean {
  const index = unit - 0xac00;
  const vowel = Math.floor(index / 28) % 21;
  return (
    [0, 1, 4, 8, 16, 17, 19, 20, 21].includes(index % 28) && [0, 1, 4, 5, 6, 8, 13, 18, 20].includes(vowel)
  );
}

function compileWide(): Float32Array {
  const table = new Float32Array(0x10000);
  for (const [from, to, tokens] of RANGES) table.fill(tokens, from, to + 1);
  for (const char of COMMON_HAN) table[char.charCodeAt(0)] = 1.15;
  for (let unit = 0xac00; unit <= 0xd7a3; unit += 1) if (isPlainHangul(unit)) table[unit] = 1.7;
  return table;
}

const WIDE = compileWide();
const STEPS = compileSteps();

/**
 * Tokens that a text may take, on the high side; 0 for an empty text. Not rounded: parts cut between words
 * add up to no less than the whole.
 */
export function estimate(text: string): number {
  return scan(text, Number.POSITIVE_INFINITY, null);
}

/** How many code units of a text, from its front, stay within so many estimated tokens; never half a surrogate pair. */
export function reach(text: string, tokens: number): number {
  const stop = { at: text.length };
  scan(text, tokens, stop);
  return isLowHalf(text.charCodeAt(stop.at)) ? stop.at - 1 : stop.at;
}

/** The one loop over a text. Stops before the character that exceeds the limit, and says where. */
function scan(text: string, limit: number, stop: { at: number } | null): number {
  const { cost, next } = STEPS;
  const length = text.length;
  let tokens = length === 0 ? 0 : 0.5;
  let state = 0;
  let last = -1;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= ASCII) {
      tokens += WIDE[unit] as number;
      state = 0;
    } else {
      const at = state * ASCII + unit;
      // A rule of dashes, an indent, empty lines: runs of one sign merge.
      const run = unit === last && (unit < 48 || unit === 61 || unit === 95);
      tokens += run ? 0.3 : (cost[at] as number);
      state = next[at] as number;
    }
    if (tokens > limit) {
      if (stop !== null) stop.at = index;
      return tokens;
    }
    last = unit;
  }
  return tokens;
}

/** True for the second half of a surrogate pair. */
export function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
