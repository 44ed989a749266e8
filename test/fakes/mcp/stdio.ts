// The fake MCP server as a child process. CALLS names the file of its calls; STUBBORN=1 makes it stay when it is asked to go.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { fakeMcpServer } from './server.ts';

process.stderr.write('the fake server starts\n');
if (process.env.STUBBORN === '1') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 60_000);
}
const server = fakeMcpServer({ calls: process.env.CALLS ?? 'calls', die: () => process.exit(1) });
await server.connect(new StdioServerTransport());
