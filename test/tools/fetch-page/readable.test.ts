import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoded } from '../../../src/tools/fetch-page/body.ts';
import { readable } from '../../../src/tools/fetch-page/readable.ts';
import { assertFailed, page, site } from './site.ts';

const SENTENCE =
  'The harbour was quiet that morning, and the crab walked sideways along the wall, thinking. ';
const PARAGRAPHS = `<p>${SENTENCE.repeat(4)}</p>`.repeat(4);
const URL = 'https://page.example/a/b?c=d';
const textOf = (html: string): string => readable(html, URL).text;

test('of an article the article is read, with who wrote it and when, without what stands around it', () => {
  const article = readable(
    `<html><head><title>Crabs at dawn</title><meta name="author" content="Ann Lee">
    <meta property="article:published_time" content="2026-11-20"></head><body>
    <nav><a href="/">Home</a><a href="/shop">Shop</a></nav><main><article><h1>Crabs at dawn</h1>${PARAGRAPHS}
    <h2>Where</h2><p>By the <em>old</em> wall, says <a href="../more">a friend of the house</a>, and nobody disagrees.</p>
    </article></main><footer>All rights reserved</footer></body></html>`,
    URL,
  );
  assert.equal(article.title, 'Crabs at dawn');
  assert.equal(article.byline, 'Ann Lee');
  assert.equal(article.published, '2026-11-20');
  assert.match(article.text, /^The harbour was quiet/);
  assert.match(
    article.text,
    /\n\n## Where\n\nBy the _old_ wall, says \[a friend of the house\]\(https:\/\/page\.example\/more\)/,
  );
  assert.doesNotMatch(article.text, /Shop|reserved/);
});

test('a page without an article is read whole, its main part if it has one', () => {
  const table =
    '<title>Prices</title><table><tr><th>What<th>Euro<tr><td>Tea<td>3.20<tr><td>A\nbig cake<td>4.50</table>';
  assert.equal(textOf(table), '| What | Euro |\n| Tea | 3.20 |\n| A big cake | 4.50 |');
  assert.equal(textOf('<ul><li>one<li>two</ul>').replace(/ +/g, ' '), '- one\n- two');
  assert.equal(textOf('just words'), 'just words');
  assert.equal(textOf(''), '');
  const list = '<li>something short</li>'.repeat(20);
  assert.doesNotMatch(textOf(`<nav>Menu</nav><div role=main><ul>${list}</ul></div>`), /Menu/);
});

test('broken markup has its text', () => {
  for (const html of [
    '<p>one<p>two',
    '<html><p>one</p><p>two</p>',
    '<html><head><title>t</title></head><p>one<p>two</html>',
    '<!doctype html><title>t</title>\n<BODY class="x"><p>one</p></body></html><p>two',
    '<body hidden-things><p>one<!-- never closed? --><p>two',
  ])
    assert.equal(textOf(html), 'one\n\ntwo', html);
});

test('what a person would not see is not read', () => {
  for (const hidden of [
    '<!-- BAD -->',
    '<script>BAD</script><style>BAD{}</style><noscript>BAD</noscript><template>BAD</template>',
    '<svg><text>BAD</text></svg><iframe srcdoc="BAD">BAD</iframe><textarea>BAD</textarea>',
    '<div hidden>BAD</div><div aria-hidden="true"><p>BAD</p></div><dialog>BAD</dialog>',
    '<p style="display:none">BAD</p><p style="color:red; DISPLAY : none !important">BAD</p>',
    '<p style="display:/* x */none">BAD</p><p style="visibility: hidden">BAD</p>',
    '<p style="font-size:0">BAD</p><p style="font-size: 0px;">BAD</p><p style="font-size:0.0em">BAD</p>',
    '<p style="opacity:0">BAD</p><p style="opacity: 0.0;">BAD</p><p style="position:absolute;left:-9999px">BAD</p>',
    '<p style="height:0;overflow:hidden">BAD</p><span class="sr-only">BAD</span><p style="color:transparent">BAD</p>',
    '<img src="data:image/png;base64,BAD"><a href="data:text/html,BAD">x</a><a href="javascript:BAD()">x</a>',
    '<a href="/x" title="BAD">x</a><img src="/BAD.png" title="BAD"><p data-x="BAD" onclick="BAD()">x</p>',
  ]) {
    assert.doesNotMatch(textOf(`<p>good</p>${hidden}<p>fine</p>`), /BAD/, hidden);
    const article = textOf(`<article>${PARAGRAPHS}${hidden}${PARAGRAPHS}</article>`);
    assert.match(article, /harbour/);
    assert.doesNotMatch(article, /BAD/, hidden);
  }
  for (const style of [
    'opacity:0.5',
    'opacity:.9',
    'font-size:0.9em',
    'font-size:10px',
    'height:0.5em',
    'left:-1px',
  ])
    assert.equal(textOf(`<p style="${style}">good</p>`), 'good', style);
});

test('links have whole addresses, short ones; pictures say what they show', () => {
  const long = 'x'.repeat(200);
  assert.equal(textOf('<a href="c">see</a>'), '[see](https://page.example/a/c)');
  assert.equal(
    textOf('<base href="https://other.example/d/"><a href="c">see</a>'),
    '[see](https://other.example/d/c)',
  );
  assert.equal(textOf(`<a href="/c?session=${long}#${long}">see</a>`), '[see](https://page.example/c)');
  assert.equal(textOf(`<a href="/${long}">see</a>`), 'see');
  assert.equal(
    textOf('<a href="#part">see</a> <a href="/c"> </a><a href="mailto:a@b.example">Ann</a>'),
    'see [Ann](mailto:a@b.example)',
  );
  assert.equal(textOf('<p><img src="/crab.png" alt="A small\ncrab"></p>'), '(picture: A small crab)');
  assert.equal(textOf('<p>2 * 3 [a_b] and 1_000</p>'), '2 * 3 [a_b] and 1_000');
  assert.equal(textOf('<pre><code>let x = 1;\n  y();</code></pre>'), '```\nlet x = 1;\n  y();\n```');
});

test('the letters are those that the header, the page or its first bytes name', () => {
  const pages: Readonly<Record<string, readonly [body: Buffer, type: string]>> = {
    '/header': [Buffer.from('<p>caf\xe9</p>', 'latin1'), 'text/html; charset="ISO-8859-1"'],
    '/meta': [Buffer.from('<meta charset=windows-1252><p>caf\xe9</p>', 'latin1'), 'text/html'],
    '/http-equiv': [
      Buffer.from(
        '<meta http-equiv="content-type" content="text/html; charset=iso-8859-1"><p>caf\xe9',
        'latin1',
      ),
      'text/html',
    ],
    '/xml': [Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><p>caf\xe9</p>', 'latin1'), 'text/xml'],
    '/mark': [Buffer.from('\ufeff<p>café</p>', 'utf16le'), 'text/html; charset=latin1'],
    '/unknown': [Buffer.from('<p>café</p>'), 'text/html; charset=klingon'],
    '/utf-8': [Buffer.from('<p>café</p>'), 'text/html'],
    '/nothing': [Buffer.from('<p>caf\xe9</p>', 'latin1'), 'text/html'],
    '/sjis': [Buffer.from([0x83, 0x4a, 0x83, 0x6a]), 'text/plain; charset=Shift_JIS'],
  };
  for (const [path, [body, type]] of Object.entries(pages))
    assert.match(decoded(body, type), path === '/sjis' ? /^カニ$/ : /café/, path);
});

test('letters that nobody sees are gone, in plain text too', async () => {
  const tags = [...'BAD'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  await using plain = await site(
    page(`go\u200bod\u202e ${tags}words \u0007 \r\n\r\n\n\n\nend`, 'text/plain; charset=utf-8'),
  );
  assert.match((await plain.fetch('/')).text, /\n\ngood words\n\nend$/);
});

test('a page without text, and one that its readers cannot take, are failures in one sentence', async () => {
  await using odd = await site((request, response) => {
    page(request.url === '/empty' ? '<script>app()</script>' : '<i>'.repeat(6000))(request, response);
  });
  assertFailed(await odd.fetch('/empty'), /no text of its own/);
  assertFailed(await odd.fetch('/tangled'), /too large or too tangled to read/);
});
