// npm start. Node keeps what it has compiled (types stripped) in its cache, so that every start but the first is quick
// and small; the cache has to be on before the first of our files is loaded. Signals are heard from the first moment on.
import { enableCompileCache } from 'node:module';
import { keepFilesPrivate } from './process/private-files.ts';

keepFilesPrivate();
enableCompileCache();
const { listenForStop } = await import('./bot/signals.ts');
const told = listenForStop();
const { main } = await import('./bot/start.ts');
await main(told);
