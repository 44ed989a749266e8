// The one way into the database: whatever is written, NUL and halves of characters are taken out of a statement's parameters
// first, because both engines refuse them. Without this a single character could keep a row from ever being stored.
import type { Dialect, QueryCompiler } from 'kysely';
import { storableParameter } from '../text/storable.ts';

/** The dialect with cleaned parameters. */
export function cleaning(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => cleaningCompiler(dialect.createQueryCompiler()),
  };
}

function cleaningCompiler(compiler: QueryCompiler): QueryCompiler {
  return {
    compileQuery(node, queryId) {
      const query = compiler.compileQuery(node, queryId);
      return { ...query, parameters: query.parameters.map(storableParameter) };
    },
  };
}
