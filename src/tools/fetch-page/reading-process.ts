// The process in which a page is taken apart: the page comes in, what can be read of it goes out.
import { text } from 'node:stream/consumers';
import { readable } from './readable.ts';

const { html, url } = JSON.parse(await text(process.stdin)) as {
  readonly html: string;
  readonly url: string;
};
process.stdout.write(JSON.stringify(readable(html, url)));
