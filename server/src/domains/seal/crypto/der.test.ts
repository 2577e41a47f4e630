import { describe, expect, test } from 'vitest'
import {
  DerError,
  TAG,
  bitsOf,
  childrenOf,
  der,
  encode,
  integerOf,
  octetsOf,
  oidOf,
  readDer,
  textOfDer,
  timeOf,
} from './der.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const read = (text: string) => readDer(hex(text))

describe('bytes that are not DER', () => {
  test.each([
    ['none', '', 'no tag'],
    ['a tag of several bytes', '1f 81 01 00', 'no tag'],
    ['a tag alone', '04', 'no length'],
    ['no length that is known', '04 80', 'length of a wrong form'],
    ['a length of five bytes', '04 85 00 00 00 00 01 00', 'length of a wrong form'],
    ['a length that is cut', '04 82 01', 'length of a wrong form'],
    ['a short length in the long form', '04 81 01 00', 'length is not the shortest'],
    ['a length with a zero before it', `04 82 00 80 ${'00'.repeat(128)}`, 'length is not the shortest'],
    ['less than the length says', '04 02 00', 'longer than its bytes'],
    ['one byte more', '04 01 00 00', 'bytes behind the end'],
  ])('%s', (_what, bytes, told) => {
    expect(() => read(bytes)).toThrow(new DerError(told))
  })

  test('the same inside another node', () => {
    expect(() => childrenOf(read('30 02 04 05'))).toThrow(new DerError('longer than its bytes'))
  })
})

test.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])('a node of %i bytes is read as it was written', (length) => {
  const bytes = Buffer.alloc(length, 7)
  expect(octetsOf(readDer(der.octets(bytes)))).toEqual(bytes)
})

describe('values in another form than the one there is', () => {
  test.each([
    ['a number without bytes', () => integerOf(read('02 00')), 'number is negative or empty'],
    ['a negative number', () => integerOf(read('02 01 80')), 'number is negative or empty'],
    ['a number with a zero before it', () => integerOf(read('02 02 00 7f')), 'number is not the shortest'],
    ['an identifier without bytes', () => oidOf(read('06 00')), 'object identifier is cut'],
    ['an identifier that goes on', () => oidOf(read('06 02 2a 86')), 'object identifier is cut'],
    ['a part with a zero before it', () => oidOf(read('06 03 2a 80 01')), 'object identifier is not the shortest'],
    ['bits without bytes', () => bitsOf(read('03 00')), 'bit string does not end with a byte'],
    ['bits that end within a byte', () => bitsOf(read('03 02 01 80')), 'bit string does not end with a byte'],
    [
      'a time without seconds',
      () => timeOf(readDer(encode(TAG.utcTime, Buffer.from('2605010800Z')))),
      'time cannot be read',
    ],
    [
      'a day there is not',
      () => timeOf(readDer(encode(TAG.utcTime, Buffer.from('261301080000Z')))),
      'time cannot be read',
    ],
    ['a time that is a text', () => timeOf(readDer(der.utf8('260501080000Z'))), 'no time'],
    ['no time at all', () => timeOf(undefined), 'no time'],
    ['a text that is a number', () => textOfDer(read('02 01 01')), 'no text'],
    ['no text at all', () => textOfDer(undefined), 'no text'],
    ['a set where a sequence is wanted', () => childrenOf(read('31 00')), 'tag 49 instead of 48'],
    ['nothing where bytes are wanted', () => octetsOf(undefined), 'tag none instead of 4'],
  ])('%s', (_what, take, told) => {
    expect(take).toThrow(new DerError(told))
  })
})

test('values in the form there is are what was written', () => {
  expect([0n, 127n, 128n, 256n].map((value) => integerOf(readDer(der.integer(value))))).toEqual([0n, 127n, 128n, 256n])
  const written = [0n, 127n, 128n, 32_767n, 32_768n].map((value) => der.integer(value).toString('hex'))
  expect(written).toEqual(['020100', '02017f', '02020080', '02027fff', '0203008000'])
  expect(der.integer(5, 0x80).toString('hex')).toBe('800105')
  expect(integerOf(readDer(der.integer(5, 0x80)), 0x80)).toBe(5n)
  const oids = ['1.2.156.10197.1.501', '2.5.4.3', '2.999.1', '0.0', '1.39.127.128.16383.16384']
  expect(oids.map((oid) => oidOf(readDer(der.oid(oid))))).toEqual(oids)
  expect(der.oid('1.2.840.113549').toString('hex')).toBe('06062a864886f70d')
  expect(bitsOf(readDer(der.bits(hex('80 01'))))).toEqual(hex('80 01'))
  expect(der.bits(hex('80'), 7).toString('hex')).toBe('03020780')
  expect([der.printable('A'), der.ia5('A'), der.utf8('A')].map((one) => textOfDer(readDer(one)))).toEqual([
    'A',
    'A',
    'A',
  ])
  expect([der.true(), der.set(der.true())].map((one) => one.toString('hex'))).toEqual(['0101ff', '31030101ff'])
  const times = ['1950-01-01T00:00:00Z', '2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'].map((one) => new Date(one))
  expect(times.map((time) => timeOf(readDer(der.time(time))))).toEqual(times)
  expect(times.map((time) => readDer(der.time(time)).tag)).toEqual([TAG.utcTime, TAG.utcTime, TAG.time])
  expect(der.time(new Date('2026-03-01T08:09:10Z')).toString('latin1', 2)).toBe('260301080910Z')
  expect(der.generalTime(new Date('2026-03-01T08:09:10Z')).toString('latin1', 2)).toBe('20260301080910Z')
})
