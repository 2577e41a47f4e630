import { registry } from '@xueheng/contract'
import { viewPermission } from '@xueheng/contract/derive/view-permission.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { buttonsOf } from '../menu/menu-buttons.ts'
import { own } from '../../../platform/db/table.ts'
import { roleMenu } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { role as roleEntity } from '@xueheng/contract/domains/rights/role.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'

const everyRole = every(roleEntity, 'the program itself adds rights to its built-in roles')
const everyMenuRow = every(menuRow, 'the program itself grants its screens to its built-in roles')

interface RoleSeed {
  alias: string
  name: string
  level: Scope['level']
  permissions: string[]
}

/** What all tenants share is looked after by the administrators of the managing tenant. */
const SHARED = /^(menu|menupackage|tenant|client|dict|region|ops|code|datasource)_/
/** Groups of the menu that only administrators work in. */
const ADMINISTRATION = ['system', 'authority', 'resource', 'monitor', 'base', 'tool', 'units', 'flow', 'mpweixin']

/** Who fills in collections; the school audits first, the bureau after it. */
const GATHER = [
  ...['student', 'teacher', 'highexamscore'].flatMap((kind) =>
    ['add', 'edit', 'delete'].map((action) => `gather${kind}_${action}`),
  ),
  'gatherlink_add',
  'gatherlink_delete',
]
const GATHER_NEWS = ['add', 'edit', 'delete', 'push'].map((action) => `gatherweixinmsg_${action}`)
const GATHER_SCHOOL = [
  ...GATHER,
  ...GATHER_NEWS,
  'gatherstudent_audit1',
  'gatherstudent_collate',
  'gatherteacher_audit1',
  'gatherteacher_collate',
  'gatherhighexamscore_audit1',
]
const UNIT_WORK = ['userunit_view', 'userunit_add', 'userunit_edit', 'userunit_delete']
/** A parent proves to be one of a child by a code of the school. */
const BINDING = ['wxbinding_view', 'wxbinding_issue', 'wxbinding_revoke']
const SCHOOL_WORK = ['basicstudent_add', 'basicstudent_edit', 'schoolclasses_add', 'schoolclasses_edit']
/** A unit applies for its seals and presses them; others approve and make them, and keep the keys. */ // inferred
const SEALS = [
  ...['sesealpermit', 'sealmould'].flatMap((entity) =>
    ['add', 'edit', 'delete'].map((action) => `${entity}_${action}`),
  ),
  'signserver_sign',
]
const GATHER_AUDIT = [
  'gatherstudent_audit2',
  'gatherstudent_collate',
  'gatherstudent_archive',
  'gatherteacher_audit2',
  'gatherteacher_collate',
  'gatherteacher_archive',
  'gatherhighexamscore_audit2',
  'gatherhighexamscore_archive',
]

let seeds: RoleSeed[] | undefined

/** The built-in roles, the same for every tenant. */
function roleSeeds(): RoleSeed[] {
  seeds ??= makeSeeds()
  return seeds
}

/** Rights are derived from the declared menu, so a new screen reaches its roles by itself. */
function makeSeeds(): RoleSeed[] {
  const everything = registry.menu.flatMap(codesOf)
  const examWork = registry.menu.filter((node) => !ADMINISTRATION.includes(node.code)).flatMap(codesOf)
  const reading = examWork.filter((code) => code.endsWith('_view') && !/^exammodel(item|scoring)_/.test(code))
  const inSchool = reading.filter(
    (code) =>
      !/^(appbiz|areapopulation|areatypeparam|examdataprogress|basicquotaprocessingitem|highexambeforen|balanceby(all|area))/.test(
        code,
      ),
  )
  const notInClass =
    /^(exam(student|score|teacher|task|arrange)|studentbasenum|basicstudentinschool|basicschool|portfolio|collectrecord|studentassess|userparent)/
  const inClass = inSchool.filter((code) => !notInClass.test(code))
  const corrections = ['add', 'edit', 'delete'].map((action) => `examscorecorrection_${action}`)
  const printed = ['brief', 'schoolbook', 'reviewsheet', 'studentsheet'].map((paper) => `paper_${paper}`)
  const papers = [...printed, 'examarrangetask_print', 'portfolioteacher_print']
  const tasks = ['student', 'teacher'].flatMap((kind) =>
    ['add', 'edit', 'delete'].map((action) => `examtask${kind}_${action}`),
  )
  const flowWork = registry.menu.filter((node) => node.code === 'work').flatMap(codesOf)
  const ownPortfolio = ['add', 'edit', 'delete'].map((action) => `teacherportfolio_${action}`)
  return [
    { alias: 'administrator', name: '超级管理员', level: 'all', permissions: everything },
    { alias: 'admin', name: '租户管理员', level: 'all', permissions: everything.filter((code) => !SHARED.test(code)) },
    { alias: 'exam', name: '考试管理员', level: 'all', permissions: examWork },
    {
      alias: 'area',
      name: '县区管理员',
      level: 'area',
      permissions: [...reading, ...papers, ...flowWork, 'teacherportfolio_audit2', ...GATHER_AUDIT],
    },
    {
      alias: 'school',
      name: '学校管理员',
      level: 'school',
      permissions: [
        ...inSchool,
        ...SCHOOL_WORK,
        ...corrections,
        ...tasks,
        ...papers,
        ...UNIT_WORK,
        ...flowWork,
        ...ownPortfolio,
        'teacherportfolio_audit1',
        ...GATHER_SCHOOL,
        ...BINDING,
        ...SEALS,
      ],
    },
    {
      alias: 'teacher',
      name: '教师',
      level: 'class',
      permissions: [...inClass, 'paper_reviewsheet', 'paper_studentsheet', ...flowWork, ...ownPortfolio, ...GATHER],
    },
    { alias: 'hr', name: '人事', level: 'school', permissions: flowWork },
    { alias: 'principal', name: '校长', level: 'school', permissions: flowWork },
  ]
}

/** The rights a role of this name is given by the program; none for names of its own. */
export function seededRights(alias: string): string[] {
  return roleSeeds().find((role) => role.alias === alias)?.permissions ?? []
}

function codesOf(node: MenuNode): string[] {
  return [...buttonsOf(node).map((button) => button.code), ...(node.children ?? []).flatMap(codesOf)]
}

/** Screens a holder of these rights opens, with the groups they stand in. */
function screensFor(permissions: ReadonlySet<string>, nodes: MenuNode[] = registry.menu): string[] {
  return nodes.flatMap((node) => {
    const view = viewPermission(node, registry)
    const below = screensFor(permissions, node.children ?? [])
    const isOpen = below.length > 0 || (view !== undefined && permissions.has(view))
    return [...(isOpen ? [node.code] : []), ...below]
  })
}

/**
 * The built-in roles of a tenant. A new role gets its whole set of rights; one that exists only those that came
 * with this version (`added`): what the administrator has taken away stays away.
 */
export async function seedRoles(db: Db, tenantId: string, added: Set<string>, except: string[] = []): Promise<void> {
  for (const [sort, role] of roleSeeds().entries()) {
    if (except.includes(role.alias)) continue
    const made = await sql<{
      id: string
    }>`insert into ${into(roleEntity)} (id, tenant_id, role_name, role_alias, scope_level, sort)
      values (${nextId()}, ${tenantId}, ${role.name}, ${role.alias}, ${role.level}, ${sort + 1})
      on conflict (tenant_id, role_alias) where is_deleted = 0 do nothing returning id`.execute(db)
    if (!made.rows[0] && added.size === 0) continue
    const whole = [...role.permissions, ...screensFor(new Set(role.permissions))]
    const codes = made.rows[0] ? whole : whole.filter((code) => added.has(code))
    if (codes.length === 0) continue
    await sql`insert into ${own(roleMenu)} (tenant_id, role_id, menu_id)
      select r.tenant_id, r.id, m.id from ${everyRole} r, ${everyMenuRow} m
      where r.role_alias = ${role.alias} and r.is_deleted = 0 and m.is_deleted = 0 and m.code = any(${codes})
      on conflict do nothing`.execute(db)
  }
}
