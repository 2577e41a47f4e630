import { expect, test } from 'vitest'
import { assertEndpoint } from './endpoint.ts'

const WIDE = { isPrivateAllowed: true, outboundHosts: undefined }

test.each([
  'http://sms.example.cn',
  'https://sms.example.cn:8443/send?a=1',
  'http://192.168.1.5:9000',
  'http://[::1]/',
])('the address %s of a service is taken', (address) => {
  expect(() => assertEndpoint(address, WIDE)).not.toThrow()
})

test.each([
  ['sms.example.cn', '服务地址应为http或https网址'],
  ['ftp://sms.example.cn', '服务地址应为http或https网址'],
  ['https://li@sms.example.cn', '服务地址应为http或https网址'],
  ['https://:secret@sms.example.cn', '服务地址应为http或https网址'],
  ['http://metadata.google.internal/computeMetadata', '不允许连接该地址'],
  ['http://169.254.169.254/latest', '不允许连接该地址'],
  ['http://[fe80::1]/', '不允许连接该地址'],
])('the address %s of a service is refused', (address, told) => {
  expect(() => assertEndpoint(address, WIDE)).toThrow(told)
})

test('a number of the house is refused where it is not allowed, a name is judged when it is called', () => {
  const closed = { ...WIDE, isPrivateAllowed: false }
  expect(() => assertEndpoint('http://[::1]:9000/', closed)).toThrow('不允许连接内网地址')
  expect(() => assertEndpoint('http://10.0.0.1/', closed)).toThrow('不允许连接内网地址')
  expect(() => assertEndpoint('http://store.house.example', closed)).not.toThrow()
})

test('a host that is not among those that may be called is refused, a name and a number alike', () => {
  const few = { ...WIDE, outboundHosts: ['sms.example.cn', '[::1]'] }
  expect(() => assertEndpoint('https://sms.example.cn', few)).not.toThrow()
  expect(() => assertEndpoint('http://[::1]/', few)).not.toThrow()
  for (const address of ['https://other.example.cn', 'http://8.8.8.8'])
    expect(() => assertEndpoint(address, few)).toThrow('该主机不在允许外连的名单内')
})
