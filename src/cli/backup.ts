// npm run backup [-- FILE]: everything in the database as one file.
import { join } from 'node:path';
import { backup } from '../database/backup.ts';
import { runOnDatabase } from './run.ts';

await runOnDatabase(async (database, config) => {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const file = process.argv[2] ?? join(config.dataDir, 'backups', `peacrab-${stamp}.jsonl.gz`);
  const { rows } = await backup(database, file);
  return `Backed up ${rows} rows to ${file}. Keep it somewhere else too; "npm run restore -- ${file}" reads it again.`;
});
