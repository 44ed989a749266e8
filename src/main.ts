// npm start. Node keeps what it has compiled (types stripped) in its cache, so that every start but the first is quick
// and small; the cache has to be on before the first of our files is loaded.
import { enableCompileCache } from 'node:module';
import { keepFilesPrivate } from './private-files.ts';

keepFilesPrivate();
enableCompileCache();
const { main } = await import('./start.ts');
await main();
