import { registry } from '@xueheng/contract'
import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'
import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyEntity, MenuNode } from '@xueheng/contract/kit/domain.ts'
import type { RowCondition } from '@xueheng/contract/kit/row-condition.ts'
import { findMenuEntity } from '@xueheng/contract/menu.ts'
import { sql } from 'kysely'
import { comparedFields } from '../../../platform/access/row-grants.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../../platform/error.ts'
import { idsOf } from '../../../platform/rows/handlers.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type EntityHooks, hook } from '../../../platform/module.ts'
import { callsOf } from './api-scopes.ts'
import { type Grants, ROLE_API_SCOPES, ROLE_DATA_SCOPES } from '../roles/grants.ts'
import { assertComparable, checkConditions } from './check-conditions.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { withinRights } from '../within/assert-within.ts'
import { narrowedEntities } from '../within/giver.ts'
import { withinCalls } from '../within/within-calls.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { camel } from '@xueheng/contract/kit/name.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const everyRole = every(role, 'a granted scope stays, whoever sees the role')

type Deps = { sessions: Sessions }

const CUSTOM = 5

/** What is wrong with a scope is said when it is kept: none that could not be enforced is ever stored. */
export function scopeHooks(deps: Deps): EntityHooks[] {
  const changed = (ctx: Ctx): void => ctx.afterwards(() => deps.sessions.changed())
  return [
    hook(dataScope, {
      around: (ctx, input, work, action) =>
        changesRows(action) ? writeDataScopes(ctx, input, () => work(ctx)) : work(ctx),
      async beforeSave(ctx, row, before) {
        const whole = { ...before, ...row }
        const entity = whole.resourceCode ? entityNamed(whole.resourceCode) : await entityOfMenu(ctx, whole.menuId)
        row.resourceCode = entity.name
        assertNotNarrowed(ctx, entity)
        row.scopeValue = checkedValue(ctx, entity, Number(whole.scopeType), whole.scopeValue)
        if (whole.scopeColumn) {
          // Clients of this family write the column, `create_dept`.
          whole.scopeColumn = row.scopeColumn = camel(whole.scopeColumn)
          const fields = comparedFields(ctx, entity)
          const field = Object.hasOwn(fields, whole.scopeColumn) ? fields[whole.scopeColumn] : undefined
          if (!field) throw fault('scopeColumn', `${entity.title}没有字段「${whole.scopeColumn}」`)
          assertComparable(whole.scopeColumn, field)
        }
      },
      afterSave: async (ctx) => changed(ctx),
      beforeRemove: (ctx, rows) =>
        assertUngranted(
          ctx,
          ROLE_DATA_SCOPES,
          rows.map((row) => row.id),
        ),
    }),
    hook(apiScope, {
      around: (ctx, _input, work, action) => (changesRows(action) ? withinCalls(ctx, () => work(ctx)) : work(ctx)),
      async beforeSave(_ctx, row, before) {
        const whole = { ...before, ...row }
        if (callsOf(String(whole.scopePath)).length === 0) throw fault('scopePath', `没有接口「${whole.scopePath}」`)
      },
      afterSave: async (ctx) => changed(ctx),
      async beforeRemove(ctx, rows) {
        const ids = rows.map((row) => row.id)
        await assertUngranted(ctx, ROLE_API_SCOPES, ids)
        changed(ctx)
      },
    }),
  ]
}

/** Who holds a scope sees more or fewer rows with it. */
async function writeDataScopes(
  ctx: Ctx,
  input: Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<unknown> {
  assertWholeTenant(ctx, '数据权限')
  const ids = [...idsOf(input), ...[input['id']].filter(Boolean)].map(checkId)
  const { table, owner, granted } = ROLE_DATA_SCOPES
  const found = await sql<{ id: string }>`select distinct ${owner} as id from ${table} g
    where ${granted} = any(${ids}::bigint[])`.execute(ctx.db)
  return withinRights(ctx, { roles: found.rows.map((row) => row.id) }, work)
}

/** Who sees only some rows of an entity says of nobody which he sees. */
function assertNotNarrowed(ctx: Ctx, entity: AnyEntity): void {
  if (ctx.user.isAdministrator || !narrowedEntities(ctx).includes(entity.name)) return
  throw new AppError({ status: 403, text: `您只看到部分${entity.title}，不能设置其数据权限` })
}

function checkedValue(ctx: Ctx, entity: AnyEntity, type: number, value: unknown): RowCondition[] | null {
  if (type < 1 || type > CUSTOM) throw fault('scopeType', '规则类型不是有效的选项')
  return type === CUSTOM ? checkConditions(ctx, entity, value) : null
}

/** Clients of this family name the data by the code of their menu. */
function entityNamed(name: string): AnyEntity {
  const entity = registry.resources.find((one) => one.name === name) ?? entityOfCode(name)
  if (entity) return entity
  const shared = registry.entities.find((one) => one.name === name)
  throw fault('resourceCode', shared ? `${shared.title}为所有租户共用，不能限定` : `没有可以限定的数据「${name}」`)
}

async function entityOfMenu(ctx: Ctx, menuId: unknown): Promise<AnyEntity> {
  const found = await sql<{ code: string }>`select code from ${visible(ctx, menuRow)} m where id = ${menuId}`.execute(
    ctx.db,
  )
  const entity = entityOfCode(found.rows[0]?.code ?? '')
  if (!entity) throw fault('resourceCode', '该菜单没有可以限定的数据，请填写资源编号')
  return entity
}

/** What a menu of the product shows. */
function entityOfCode(code: string): AnyEntity | undefined {
  const node = nodeOf(registry.menu, code)
  const name = node && findMenuEntity(node, registry.resources)
  return registry.resources.find((one) => one.name === name)
}

function nodeOf(nodes: MenuNode[], code: string): MenuNode | undefined {
  for (const node of nodes) {
    const found = node.code === code ? node : nodeOf(node.children ?? [], code)
    if (found) return found
  }
  return undefined
}

/** A scope that vanished from under its roles would change what they see without anybody deciding so. */
async function assertUngranted(ctx: Ctx, { table, granted: scope }: Grants, ids: string[]): Promise<void> {
  const granted = await sql`select 1 from ${table} g join ${everyRole} r on r.id = g.role_id and r.is_deleted = 0
    where g.${scope} = any(${ids}::bigint[]) limit 1`.execute(ctx.db)
  if (granted.rows.length > 0) throw refuse('已授予角色，请先在角色管理中取消授权')
}
