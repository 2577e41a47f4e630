import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/130.0.0.0 Safari/537.36`,
    'Chrome 130 · Windows 10 · 电脑',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.4 Safari/605.1.15`,
    'Safari 17 · macOS 10.15.7 · 电脑',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${WEBKIT} Version/17.4 Mobile/15E148 Safari/604.1`,
    'Safari 17 · iOS 17.4 · iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; 2304FPN6DC) ${BLINK} Version/4.0 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49`,
    'WeChat 8 · Android 14 · 手机',
  ],
  ['curl/8.5.0', 'curl 8.5.0 · 程序'],
  ['<script>alert(1)</script>', '未知设备'],
  ['', '未知设备'],
  [null, '未知设备'],
])('%s', (agent, words) => {
  expect(deviceOf(agent)).toBe(words)
  expect(deviceOf(agent)).toBe(words)
})
