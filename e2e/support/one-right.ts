import { type APIResponse, type Page, expect } from '@playwright/test'
import { registry } from '../../contract/src/index.ts'
import { viewPermission } from '../../contract/src/derive/view-permission.ts'
import type { MenuNode } from '../../contract/src/kit/domain.ts'
import { choosePassword } from './own-tenant.ts'
import { fillSignIn, signIn } from './people.ts'

const FIRST_PASSWORD = 'Given-Start-2871'
const PASSWORD = 'Fresh-Start-2871'

interface Item {
  id: string
  code: string
  children?: Item[]
}

/** A user whose only role is given the rights of one screen after the other. */
export interface Newcomer {
  account: string
  /** From now on the view right of this screen is the only one. */
  mayOnlySee(screen: MenuNode): Promise<void>
}

/** Made by the administrator signed in at this page. */
export async function makeNewcomer(admin: Page): Promise<Newcomer> {
  await signIn(admin, 'admin')
  const call = await callerOf(admin)
  const alias = `one-right-${Date.now().toString(36)}`
  const role = await call<{ id: string }>('POST', '/api/blade-system/role/submit', {
    roleName: alias,
    roleAlias: alias,
    sort: 99,
    scopeLevel: 'all',
  })
  const person = { account: alias, name: '新来的', realName: '新来的', password: FIRST_PASSWORD, roleId: [role.id] }
  await call('POST', '/api/blade-user/submit', person)
  await choosePassword({ tenantId: '097108', account: alias, password: FIRST_PASSWORD }, PASSWORD)
  const screens = flat(await call<Item[]>('GET', '/api/blade-system/menu/routes'))
  const buttons = flat(await call<Item[]>('GET', '/api/blade-system/menu/buttons'))
  return {
    account: alias,
    async mayOnlySee(screen) {
      const path = pathTo(screen.code, screens)
      const right = buttons.find((button) => button.code === viewPermission(screen, registry))
      expect(path.length, screen.code).toBeGreaterThan(0)
      expect(right, viewPermission(screen, registry)).toBeDefined()
      const menuIds = [...path, ...(right ? [right.id] : [])]
      await call('POST', '/api/blade-system/role/grant', {
        roleIds: [role.id],
        menuIds,
        dataScopeIds: [],
        apiScopeIds: [],
      })
    },
  }
}

export async function welcome(page: Page, { account }: Newcomer): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, account, PASSWORD)
  await expect(page.locator('.user-button')).toBeVisible()
}

type Caller = <T>(method: 'GET' | 'POST', path: string, data?: object) => Promise<T>

async function callerOf(page: Page): Promise<Caller> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('xueheng-session') ?? '{}') as { content: { token: string } }).content.token,
  )
  return async (method, path, data) => {
    const options = { method, headers: { 'Blade-Auth': token }, ...(data && { data }) }
    return contentOf(await page.request.fetch(path, options))
  }
}

async function contentOf<T>(answer: APIResponse): Promise<T> {
  const body = (await answer.json()) as { code: number; msg: string; data: T }
  expect(body.code, `${answer.url()} ${body.msg}`).toBe(200)
  return body.data
}

function flat(items: Item[]): (Item & { parents: string[] })[] {
  const walk = (list: Item[], parents: string[]): (Item & { parents: string[] })[] =>
    list.flatMap((item) => [{ ...item, parents }, ...walk(item.children ?? [], [...parents, item.id])])
  return walk(items, [])
}

/** Ids of the screen and the groups it stands in. */
function pathTo(code: string, screens: (Item & { parents: string[] })[]): string[] {
  const found = screens.find((item) => item.code === code)
  return found ? [...found.parents, found.id] : []
}
