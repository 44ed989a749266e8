// Runs before "npm start" and "npm test", on whatever Node the machine has: installs the packages when they differ from
// the lock file, the right Node among them. Plain old JavaScript on purpose. Does nothing when all is in place.
'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { spawnSync } = require('node:child_process');

const root = join(__dirname, '..');
const stamp = join(root, 'node_modules', '.peacrab-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted) {
  console.error('Installing packages (once; about a minute) ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const done = npm
    ? spawnSync(process.execPath, [npm].concat(args), options)
    : spawnSync('npm', args, options);
  if (done.status !== 0) {
    console.error('The packages could not be installed. Check the network and run the command again.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

const right =
  existsSync(join(root, 'node_modules', '.bin', 'node')) || Number(process.versions.node.split('.')[0]) >= 26;
if (!right) {
  console.error(
    'Peacrab needs Node 26, this is ' +
      process.version +
      ', and the package "node" did not install. Install Node 26 and run the command again.',
  );
  process.exit(1);
}
