import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../../src/tools/fetch-page/public-address.ts';
import { Refusal, spelled, webAddress } from '../../../src/tools/fetch-page/web-address.ts';

const PUBLIC = [
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
  '64:ff9b::808:808',
];

const INSIDE = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  'shared by carriers': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'a cloud platform': ['168.63.129.16', '192.0.0.192'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'benchmarks, multicast, reserved': ['198.18.0.1', '198.19.255.255', '224.0.0.1', '239.1.1.1', 'ff02::1'],
  'the end of the numbers': ['240.0.0.1', '255.255.255.255', '4000::1', 'abcd::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1'],
  tunnels: ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:7f00:1::1'],
  'no address': ['', 'localhost', '2130706433', '0x7f.1', '127.1', '8.8.8.8.', 'page.example'],
};

test('only addresses of the public internet are public', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
  for (const [kind, addresses] of Object.entries(INSIDE))
    for (const address of addresses) assert.equal(isPublicAddress(address), false, `${kind}: ${address}`);
});

function refusalOf(text: string, base?: string): string {
  try {
    return `accepted as ${webAddress(text, base ? new URL(base) : undefined).href}`;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
}

test('names and numbers that lead inside are refused before anything is looked up, however they are written', () => {
  for (const url of [
    'http://localhost/',
    'localhost:8080',
    'http://api.localhost/',
    'http://LOCALHOST/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://printer.local/',
    'http://nas.home.arpa/',
    'http://wiki.corp/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://134744072/',
    'http://127。0。0。1/',
  ])
    assert.match(refusalOf(url), /private network/, url);
});

test('what is no address of a web page is refused with the reason', () => {
  assert.match(refusalOf('ftp://example.com/x'), /https:\/\/ or http:\/\//);
  assert.match(refusalOf('file:///etc/passwd'), /https:\/\/ or http:\/\//);
  assert.match(refusalOf('javascript:alert(1)'), /https:\/\/ or http:\/\//);
  assert.match(refusalOf('https://ann:secret@example.com/'), /user name/);
  assert.match(refusalOf('https://example.com@evil.example/'), /user name/);
  assert.match(refusalOf('https://example.com:22/'), /port 22/);
  assert.match(refusalOf('https://example.com./'), /dot at the end/);
  assert.match(refusalOf('http://wiki/'), /not whole/);
  assert.match(refusalOf('the news of today'), /not a web address/);
  assert.match(refusalOf(`https://example.com/${'x'.repeat(3000)}`), /too long/);
});

test('a redirect is read against the page it came from, and never leads from https to http', () => {
  assert.equal(webAddress('/b?c=1', new URL('https://example.com/a')).href, 'https://example.com/b?c=1');
  assert.equal(webAddress('/b', new URL('http://8.8.8.8/a')).href, 'http://8.8.8.8/b');
  assert.equal(webAddress('//other.example/x', new URL('https://example.com/')).host, 'other.example');
  assert.match(refusalOf('http://example.com/', 'https://example.com/'), /unprotected/);
  assert.match(refusalOf('http://localhost/', 'http://example.com/'), /private network/);
  assert.match(refusalOf('file:///etc/passwd', 'http://example.com/'), /https:\/\/ or http:\/\//);
});

test('an address has one spelling, and words that are none stay as they are', () => {
  assert.equal(spelled('HTTPS://Example.COM'), 'https://example.com/');
  assert.equal(spelled('example.com:8080/a b'), 'https://example.com:8080/a%20b');
  assert.equal(spelled('http://2130706433/'), 'http://2130706433/');
  for (const text of ['example.com/x', 'https://bücher.example/ü', 'no address'])
    assert.equal(spelled(spelled(text)), spelled(text));
});
