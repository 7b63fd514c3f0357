import { expect, test } from 'vitest';
import { apiBase } from '../../src/agents/openai-address';
import { hostPlace } from '../../src/lib/host';

test.each([
  ['localhost:11434', 'http://localhost:11434/v1'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
  [' http://127.0.0.1:8080/ ', 'http://127.0.0.1:8080/v1'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1'],
  ['http://127.0.0.1:8080/v1/chat/completions', 'http://127.0.0.1:8080/v1'],
  ['http://127.0.0.1:8080/v1/chat/completions/', 'http://127.0.0.1:8080/v1'],
  ['http://127.0.0.1:8080/v1/models?x=1#y', 'http://127.0.0.1:8080/v1'],
  ['HTTPS://API.Example.com/openai/v1', 'https://api.example.com/openai/v1'],
  ['api.example.com', 'https://api.example.com/v1'],
  ['api.example.com/api/v3', 'https://api.example.com/api/v3'],
  ['192.168.1.20:1234', 'http://192.168.1.20:1234/v1'],
  ['workshop:8000', 'http://workshop:8000/v1'],
  ['[::1]:8080', 'http://[::1]:8080/v1'],
])('understands the address "%s"', (typed, base) => {
  expect(apiBase(typed)).toBe(base);
});

test.each([
  '',
  '   ',
  'ftp://example.com',
  'file:///etc/passwd',
  'ws://localhost:1',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
  'http://user:secret@example.com',
  'not an address',
  'http://not an address',
  'http://a%20b',
  'localhost:99999',
])('refuses "%s" as an address', (typed) => {
  expect(() => apiBase(typed)).toThrow(expect.objectContaining({ name: 'AgentError', code: 'bad-address' }));
});

test('does not repeat a password that was typed into the address', () => {
  expect(() => apiBase('http://user:secret@example.com')).not.toThrow(/secret/);
});

test.each([
  ['localhost', 'device'],
  ['app.localhost', 'device'],
  ['127.8.9.1', 'device'],
  ['[::1]', 'device'],
  ['10.0.0.1', 'network'],
  ['172.16.0.1', 'network'],
  ['172.32.0.1', 'public'],
  ['192.168.0.9', 'network'],
  ['169.254.1.1', 'network'],
  ['100.100.1.1', 'network'],
  ['[fd00::1]', 'network'],
  ['[fe80::1]', 'network'],
  ['[2001:db8::1]', 'public'],
  ['printer.local', 'network'],
  ['workshop', 'network'],
  ['8.8.8.8', 'public'],
  ['example.com', 'public'],
  ['localhost.example.com', 'public'],
])('knows where %s is', (hostname, place) => {
  expect(hostPlace(hostname)).toBe(place);
});
