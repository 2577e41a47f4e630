import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const STATUSES = ['met', 'not applicable', 'open']

interface Line {
  id: string
  level: string
  requirement: string
  status: string
  how: string
  where: string[]
}

function read(name: string): { head: string; lines: Line[] } {
  const [head = '', ...rows] = readFileSync(new URL(`docs/security/${name}`, ROOT), 'utf8')
    .trimEnd()
    .split('\n')
  return { head, lines: rows.map(lineOf) }
}

function lineOf(row: string): Line {
  const [id = '', level = '', requirement = '', status = '', how = '', where = '', ...rest] = row.split('\t')
  if (rest.length > 0) throw new Error(`too many columns: ${row}`)
  return { id, level, requirement, status, how, where: where.split(' ').filter(Boolean) }
}

describe.each(['asvs.tsv', 'api-top-10.tsv'])('%s', (name) => {
  const { head, lines } = read(name)

  test('has its columns, and every id once', () => {
    expect(head).toBe('id\tlevel\trequirement\tstatus\thow\twhere')
    expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length)
  })

  test('says for each what it demands, how it stands, and how or why', () => {
    const wanting = lines.filter(({ requirement, status, how }) => !requirement || !how || !STATUSES.includes(status))
    expect(wanting).toEqual([])
  })

  test('names files that exist, and at least one for what is met', () => {
    const missing = lines.flatMap(({ id, where }) =>
      where.filter((path) => !existsSync(new URL(path, ROOT))).map((path) => `${id} ${path}`),
    )
    expect(missing).toEqual([])
    expect(lines.filter(({ status, where }) => status === 'met' && where.length === 0)).toEqual([])
    expect(lines.filter(({ status, where }) => status === 'not applicable' && where.length > 0)).toEqual([])
  })
})

/** Requirements of levels 1 and 2 per chapter, as ASVS 5.0.0 has them. */
const CHAPTERS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
}

test('levels 1 and 2 of ASVS 5.0 are complete', () => {
  const { lines } = read('asvs.tsv')
  const counts: Record<string, number> = {}
  for (const { id } of lines) counts[id.split('.')[0] ?? ''] = (counts[id.split('.')[0] ?? ''] ?? 0) + 1
  expect(counts).toEqual(CHAPTERS)
  expect(lines.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(lines.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('the API list is that of 2023', () => {
  const ids = read('api-top-10.tsv').lines.map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 10 }, (_one, at) => `API${at + 1}:2023`))
})

interface Package {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
}

test('every package of others is pinned by version and hash, and none comes from elsewhere', () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')) as {
    packages: Record<string, Package>
  }
  const foreign = Object.entries(lock.packages).filter(([path, one]) => path.includes('node_modules/') && !one.link)
  const loose = foreign.filter(
    ([, { version, integrity, resolved }]) =>
      !version ||
      !integrity?.startsWith('sha512-') ||
      (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  )
  expect(foreign.length).toBeGreaterThan(100)
  expect(loose.map(([path]) => path)).toEqual([])
})
