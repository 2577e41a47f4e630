import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COMPUTE_PLAN } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { registry } from '@xueheng/contract'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { describe, expect, test } from 'vitest'

const KIT = fileURLToPath(new URL('../../contract/src/kit', import.meta.url))
const DICTS = fileURLToPath(new URL('../seeds/dict', import.meta.url))

function fieldsOf(call: AnyCall): Field[] {
  return Object.values({ ...call.input, ...call.output }) as Field[]
}

const declared: [string, object][] = [
  ...registry.entities.map((entity) => [`entity ${entity.name}`, entity] as [string, object]),
  ...registry.calls.map((call) => [`call ${call.name}`, call] as [string, object]),
  ...registry.reports.map((report) => [`report ${report.name}`, report] as [string, object]),
  ...registry.reviews.map((review) => [`review ${review.name}`, review] as [string, object]),
]

test.each(declared)('%s is data: it prints as JSON and back unchanged', (_name, declaration) => {
  expect(JSON.parse(JSON.stringify(declaration))).toEqual(declaration)
})

const fields = [
  ...registry.entities.flatMap((entity) => Object.values(entity.fields) as Field[]),
  ...registry.calls.flatMap(fieldsOf),
  ...registry.reports.flatMap((report) => Object.values({ ...report.params, ...report.columns }) as Field[]),
]

test('every reference names an entity and one of its fields', () => {
  for (const { ref, value, label } of fields) {
    if (!ref) continue
    const entity = registry.entity(ref)
    if (value) expect(Object.keys(entity.fields), `${label} → ${ref}.${value}`).toContain(value)
  }
})

test('a row that is picked is searched by what it is known by', () => {
  const picked = new Set(
    fields.flatMap(({ ref, tree, editable }) => (ref && !tree && editable !== 'never' ? [ref] : [])),
  )
  const unfound = [...picked].flatMap((name) => {
    const entity = registry.entity(name)
    const label = labelField(entity)
    return entity.fields[label]?.search ? [] : [`${name}.${label}`]
  })
  expect(unfound).toEqual([])
})

test('a column of courses that are typed or copied shows those the product knows in the language of the reader', () => {
  // Heads of reports are made of the package; which of their columns are words stands in worded.ts.
  const reports = new Set(registry.reports.map(({ name }) => name))
  const calls = registry.calls.filter(({ name }) => !reports.has(name))
  const shown = [
    ...registry.entities.map(({ name, fields: columns }) => [name, columns] as const),
    ...calls.map(({ name, output }) => [name, output ?? {}] as const),
  ]
  const courses = shown.flatMap(([name, columns]) =>
    (Object.entries(columns) as [string, Field][])
      .filter(([key, { kind }]) => kind === 'text' && /^(courseNames?|subjectName|secondCourse\d)$/.test(key))
      .map(([key, field]) => [`${name}.${key}`, field.isWorded === true] as const),
  )
  expect(courses.length).toBeGreaterThan(10)
  expect(courses.filter(([, isWorded]) => !isWorded)).toEqual([])
})

test('every dictionary named has seeds', () => {
  const seeds = new Set(readdirSync(DICTS).map((name) => name.replace('.csv', '')))
  const named = new Set(fields.flatMap((field) => field.dict ?? []))
  expect([...named].filter((code) => !seeds.has(code))).toEqual([])
})

describe('entities', () => {
  test.each(registry.entities.map((entity) => [entity.name, entity] as const))(
    '%s names only fields it has',
    (_name, entity) => {
      const names = Object.keys({ ...entity.fields, ...BASE_FIELDS })
      const used = [
        ...(entity.unique ?? []).flat(),
        ...(entity.order ?? []).map((name: string) => name.replace('-', '')),
        ...Object.values(entity.scope ?? {}),
        ...(entity.tree ? [entity.tree] : []),
      ]
      expect(used.filter((name) => !names.includes(name as string))).toEqual([])
    },
  )

  test('rows that come in by workbook are found by a natural key', () => {
    const keyed = registry.entities.filter(({ importKey }) => importKey)
    expect(keyed.length).toBeGreaterThan(2)
    const faulty = keyed.filter(
      ({ importKey, unique = [] }) => !unique.some((names: string[]) => names.join() === importKey?.join()),
    )
    expect(faulty.map(({ name }) => name)).toEqual([])
  })

  test('no field is searched under a name that lists and exports need for themselves', () => {
    const taken = ['current', 'size', 'ascs', 'descs', 'reason', 'format']
    const searched = registry.entities.flatMap((entity) =>
      Object.entries(entity.fields as Record<string, Field>).flatMap(([name, { search }]) => (search ? [name] : [])),
    )
    expect(searched.filter((name) => taken.includes(name))).toEqual([])
  })

  test('names and permissions occur once', () => {
    for (const key of ['name', 'permission', 'table'] as const) {
      const all = registry.entities.map((entity) => entity[key])
      expect(all).toHaveLength(new Set(all).size)
    }
  })
})

describe('reports', () => {
  test.each(registry.reports.map((report) => [report.name, report] as const))(
    '%s drills into a report',
    (_n, report) => {
      if (!report.drill) return
      const target = registry.report(report.drill.report)
      const params = ['examId', ...Object.keys(target.params)]
      expect(Object.keys(report.drill.params).filter((name) => !params.includes(name))).toEqual([])
    },
  )
})

describe('states', () => {
  const machines = registry.domains.flatMap((domain) => domain.states)
  test.each(machines.map((machine) => [machine.name, machine] as const))(
    '%s: every state can be reached',
    (_n, machine) => {
      const names = Object.keys(machine.states)
      const values = names.map((name) => machine.states[name]?.value)
      expect(new Set(values).size).toBe(values.length)
      const reached = new Set([names[0]])
      const actions = Object.values(machine.actions) as { from: string[]; to: string }[]
      for (let round = 0; round < names.length; round += 1) {
        for (const { from, to } of actions) if (to !== '*' && from.some((name) => reached.has(name))) reached.add(to)
      }
      expect(names.filter((name) => !reached.has(name))).toEqual([])
      expect(actions.flatMap(({ from, to }) => [...from, to]).filter((n) => n !== '*' && !names.includes(n))).toEqual(
        [],
      )
    },
  )
})

test('the compute plan has no circle and needs only what it has', () => {
  const steps = [...COMPUTE_PLAN]
  const finished = new Set<string>()
  while (steps.length > 0) {
    const at = steps.findIndex((step) => step.needs.every((code) => finished.has(code)))
    expect(at, `nothing can run of ${steps.map((step) => step.taskCode).join()}`).toBeGreaterThanOrEqual(0)
    for (const step of steps.splice(at, 1)) finished.add(step.taskCode)
  }
})

describe('the vocabulary stays small', () => {
  test('at most 800 lines of code', () => {
    const lines = readdirSync(KIT)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        readFileSync(`${KIT}/${name}`, 'utf8')
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
          .split('\n'),
      )
      .filter((line) => line.trim() !== '' && !line.trim().startsWith('//'))
    expect(lines.length).toBeLessThanOrEqual(800)
  })

  // The thirteenth is the icon: one register draws its picker, and no other kind could lend it. The last is the secret.
  test('at most 14 kinds', () => {
    const source = readFileSync(`${KIT}/field.ts`, 'utf8')
    const kinds = /export type FieldKind =((?:\s*\| '\w+')+)/.exec(source)?.[1]?.match(/'\w+'/g) ?? []
    expect(kinds.length).toBeGreaterThan(5)
    expect(kinds.length).toBeLessThanOrEqual(14)
  })
})
