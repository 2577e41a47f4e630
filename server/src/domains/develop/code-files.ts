import type { CodeField, CodeFile } from '@xueheng/contract/domains/develop/code.ts'
import { registry } from '@xueheng/contract'
import { type Entity, defineEntity } from '@xueheng/contract/kit/entity.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { wallTime } from '../../platform/clock.ts'
import { createTable } from '../../platform/db/ddl.ts'
import type { CodePlan } from './code-plans.ts'
import { kebab, quoted, remark, spoken } from './code-names.ts'

/** The files of several plans: each its own, and the index of every domain that is new. */
export function filesOf(plans: CodePlan[], now: Date): CodeFile[] {
  const known = new Set(registry.domains.map((domain) => domain.name))
  const fresh = [...new Set(plans.map((plan) => plan.packageName))].filter((name) => !known.has(name))
  return [
    ...plans.flatMap((plan, at) => [
      { path: contractPath(plan), content: contractOf(plan) },
      { path: menuPath(plan), content: menuOf(plan) },
      migrationOf(plan, new Date(now.getTime() + at * 60_000)),
      { path: testPath(plan), content: testOf(plan) },
    ]),
    ...fresh.map((name) =>
      indexOf(
        name,
        plans.filter((plan) => plan.packageName === name),
      ),
    ),
    { path: 'merge/en.json', content: englishOf(plans) },
    { path: 'merge/README.md', content: stepsOf(plans, fresh) },
  ]
}

function contractPath(plan: CodePlan): string {
  return `contract/src/domains/${plan.packageName}/${kebab(plan.entityName)}.ts`
}

function menuPath(plan: CodePlan): string {
  return `contract/src/domains/${plan.packageName}/${kebab(plan.entityName)}-menu.ts`
}

function testPath(plan: CodePlan): string {
  return `server/src/domains/${plan.packageName}/${kebab(plan.entityName)}.test.ts`
}

/** Options of a field, in the order declarations write them. */
function optionsOf(field: CodeField): Partial<Field> {
  return {
    ...(field.isRequired && { required: true }),
    ...(field.isSearched && { search: true }),
    ...(field.size && field.kind === 'text' && { length: field.size }),
    ...(typeof field.size === 'number' && field.kind === 'decimal' && { scale: field.size }),
  }
}

function contractOf(plan: CodePlan): string {
  const kinds = [...new Set(plan.fields.map((field) => field.kind))].toSorted((a, b) => a.localeCompare(b))
  const lines = plan.fields.map((field) => {
    const options = Object.entries(optionsOf(field)).map(([name, value]) => `${name}: ${String(value)}`)
    const given = options.length > 0 ? `, { ${options.join(', ')} }` : ''
    return `    ${field.name}: ${field.kind}(${quoted(field.label)}${given}),`
  })
  return `import { defineEntity } from '../../kit/entity.ts'
import { ${kinds.join(', ')} } from '../../kit/field.ts'

/** ${remark(plan.title)}。 */
export const ${plan.entityName} = defineEntity('${plan.entityName}', {
  title: ${quoted(plan.title)},
  service: '${plan.serviceName}',
  fields: {
${lines.join('\n')}
  },
})
`
}

/** The same entity as a value: what the generated declaration will be once it is read. */
function entityOf(plan: CodePlan): Entity {
  const fields: Fields = Object.fromEntries(
    plan.fields.map((field) => [
      field.name,
      { kind: field.kind, label: field.label, ...(field.kind === 'decimal' && { scale: 2 }), ...optionsOf(field) },
    ]),
  )
  return defineEntity(plan.entityName, { title: remark(plan.title), service: plan.serviceName, fields })
}

function migrationOf(plan: CodePlan, now: Date): CodeFile {
  const stamp = wallTime(now).slice(0, 16).replaceAll(/[-:]/g, '').replace(' ', 'T')
  const path = `server/migrations/${stamp}_${plan.packageName}_${snake(plan.entityName)}.sql`
  return { path, content: `${createTable(entityOf(plan))}\n` }
}

function menuOf(plan: CodePlan): string {
  return `import type { MenuNode } from '../../kit/domain.ts'

/** The place of ${remark(plan.title)} in the menu. */
export const ${plan.entityName}Menu: MenuNode = {
  code: '${snake(plan.entityName)}',
  title: ${quoted(plan.title)},
  path: '${plan.webPath}',
  entity: '${plan.entityName}',
}
`
}

function testOf(plan: CodePlan): string {
  return `import { registry } from '@xueheng/contract'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'

const app = useTestApp()
const BASE = '/api/${plan.serviceName}/${plan.entityName}'

test('a row is added, listed, read, kept and removed', async () => {
  const admin = await app().user({ role: 'administrator' })
  const row = await new RowMaker(admin).create(registry.entity('${plan.entityName}'))
  const list = await admin.get(\`\${BASE}/list\`, { size: 100 })
  expect(list.data.records).toEqual([row])
  const { id, updateTime } = row
  expect((await admin.get(\`\${BASE}/detail\`, { id })).data).toEqual(row)
  expect((await admin.post(\`\${BASE}/submit\`, { id, updateTime })).status).toBe(200)
  expect((await admin.post(\`\${BASE}/submit\`, { id, updateTime })).status).toBe(409)
  expect((await admin.post(\`\${BASE}/remove\`, undefined, { ids: id })).status).toBe(200)
  expect((await admin.get(\`\${BASE}/list\`)).data.total).toBe(0)
})
`
}

function indexOf(name: string, plans: CodePlan[]): CodeFile {
  const imports = plans.map((plan) => `import { ${plan.entityName} } from './${kebab(plan.entityName)}.ts'`)
  const title = plans[0]?.title ?? name
  const content = `import { defineDomain } from '../../kit/domain.ts'
${imports.join('\n')}

export const ${name} = defineDomain({
  name: '${name}',
  title: ${quoted(title)},
  entities: [${plans.map((plan) => plan.entityName).join(', ')}],
})
`
  return { path: `contract/src/domains/${name}/index.ts`, content }
}

function englishOf(plans: CodePlan[]): string {
  const words = plans.flatMap((plan) => [
    [plan.title, spoken(plan.entityName)],
    ...plan.fields.map((field) => [field.label, spoken(field.name)]),
  ])
  return `${JSON.stringify(Object.fromEntries(words), null, 2)}\n`
}

/** What is left to be done by hand: the lines of files others write too. */
function stepsOf(plans: CodePlan[], fresh: string[]): string {
  const entities = plans
    .filter((plan) => !fresh.includes(plan.packageName))
    .map(
      (plan) =>
        `- \`contract/src/domains/${plan.packageName}/index.ts\`: \`import { ${plan.entityName} } from './${kebab(plan.entityName)}.ts'\`, then \`${plan.entityName}\` among \`entities\``,
    )
  const domains = fresh.map(
    (name) =>
      `- \`contract/src/index.ts\`: \`import { ${name} } from './domains/${name}/index.ts'\`, then \`${name}\` among the domains`,
  )
  const places = fresh.map(
    (name) => `- \`tools/boundaries.mjs\`: \`'${name}'\` in its tier, then \`node tools/boundaries.mjs\``,
  )
  const menus = plans.map(
    (plan) =>
      `- \`contract/src/menu.ts\`: \`import { ${plan.entityName}Menu } from './domains/${plan.packageName}/${kebab(plan.entityName)}-menu.ts'\`, then \`${plan.entityName}Menu\` in the group it belongs to`,
  )
  return `# Taking this in

Unpack over the root of the repository, then add these lines:

${[...domains, ...places, ...entities, ...menus].join('\n')}
- \`web/src/locales/en\`: the lines of \`merge/en.json\` that no file there has yet, in the file of their domain

\`npm test\` checks tables, rights, isolation and screens of the new entity. The folder \`merge\` is not part of the product.
`
}
