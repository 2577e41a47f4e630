import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
  resolved?: string
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }

test('the lock knows the binaries of every platform, not only those of the machine it was written on', () => {
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${at}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('the lock names no registry', () => {
  expect(Object.keys(packages).filter((at) => /:\/\//.test(packages[at]?.resolved ?? ''))).toEqual([])
})
