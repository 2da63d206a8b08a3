import fc from 'fast-check'

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

/** Texts that attackers or faulty programs send. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '\ufeff',
    "'; drop table employee; --",
    '%',
    '%%',
    '_',
    '\\',
    '\\x00',
    '#{7*7}',
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '0',
    '1e999',
    '9'.repeat(400),
    'a'.repeat(10_000),
    'é'.repeat(500),
    'e\u0301'.repeat(200),
    '\r\nset-cookie: a=b',
    '٣',
    '１１８',
    ' ',
    '2026-13-45',
    '99999-01-01',
    '-2026-01-01',
    '+02026-01-01',
    '0000-00-00',
    '2147483648',
    '9223372036854775808',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 50 }),
)

/** Values of any type, for any field. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    Number.MIN_VALUE,
    [],
    {},
    [[]],
    [null],
    nested(500),
    { toString: 'x' },
    { length: 1e9 },
    Array(3000).fill(0),
    { $gt: '' },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Request bodies, most of them invalid JSON. */
export const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[[[[',
    '{"a":1,"a":2}',
    '{"__proto__":{"access":"everyone"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '1e999',
    '{"limit":1e999}',
    '{"limit":-1e999}',
    '"\\ud800"',
    '\ufeff{}',
    "{'a':1}",
    'null',
    'undefined',
    '{"street":"\u0000"}',
    '\0',
    '[',
    `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{"street":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"street":"${'a'.repeat(90_000)}"}`,
    `"${'a'.repeat(1_000_000)}"`,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

/** Encodes a text for a URL. Replaces half surrogate pairs first, because `encodeURIComponent` throws for these. */
export const encode = (value: string) => encodeURIComponent(value.toWellFormed())

/** Query strings, without the question mark. */
export const brokenQuery = fc.oneof(
  fc.constantFrom(
    '%',
    '%ff=%fe',
    'a=%C3%28',
    '&&&=',
    'from[]=1&from[]=2',
    '__proto__[x]=1',
    'constructor=1',
    'a'.repeat(8000),
    'from=%00',
  ),
  fc.stringMatching(/^[\w%&=[\].+-]{0,60}$/),
)

/** Path parameters as they are sent. */
export const brokenPart = fc.oneof(
  hostileText.map((value) => encode(value)),
  fc.constantFrom('%', '%ff', '%C3%28', '%00', '%2e%2e', '%2F', '..;', 'a%', 'a'.repeat(4000)),
)

/** Headers, some of which contradict the rest of the request. */
export const oddHeaders = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset="' },
  { 'content-type': 'application/jsonp' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { accept: '*/*;q=\u00ff' },
  { 'idempotency-key': 'a'.repeat(200) },
  { 'idempotency-key': 'one two' },
  { cookie: '__Host-auth.loket.session=%00; a=b;;; =' },
  { 'if-none-match': '"'.repeat(2000) },
  { range: 'bytes=0-,0-,0-,0-' },
  { origin: 'null' },
  { 'x-forwarded-for': '1.2.3.4, \u00fe', forwarded: 'for=_x' },
  { 'x-request-id': "'; select" },
  { 'x-http-method-override': 'DELETE' },
)
