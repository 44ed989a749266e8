// npm run restore -- FILE: a backup into an empty database.
import { restore } from '../database/backup.ts';
import { PeacrabError } from '../errors.ts';
import { runOnDatabase } from './run.ts';

await runOnDatabase(async (database) => {
  const file = process.argv[2];
  if (!file) throw new PeacrabError('BACKUP', 'Name the file: npm run restore -- FILE');
  const { rows } = await restore(database, file);
  return `Restored ${rows} rows. Run "npm run memory:sync" to write the memory files again.`;
});
