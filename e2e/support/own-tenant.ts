import { createHash } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { fillSignIn } from './people.ts'

const CLIENT = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`
const MANAGER = { tenantId: '097108', account: 'admin', password: 'Demo@2026' }
const FIRST_PASSWORD = 'First-Given-2026'
const PASSWORD = 'Own-Tenant-2026'

export interface Person {
  tenantId: string
  account: string
  password: string
}

export interface OwnTenant {
  tenantId: string
  admin: Person
  call(path: string, sending?: Sending): Promise<any>
  /** A user with one of the built-in roles, in nobody's way. */
  addUser(account: string, role: string, more?: Record<string, unknown>): Promise<Person>
}

interface Sending {
  query?: Record<string, string>
  body?: unknown
}

/** A tenant of its own: what a journey changes in it, no other journey meets. */
export async function openTenant(values: Record<string, unknown> = {}): Promise<OwnTenant> {
  const manager = await tokenOf(MANAGER)
  const tenantName = `登录旅程${Date.now()}`
  const { id } = await ask('POST', '/api/blade-system/tenant/submit', manager, { body: { tenantName, ...values } })
  const first: Person = await ask('POST', '/api/blade-system/tenant/admin-password', manager, { body: { id } })
  const { tenantId } = first
  // Where the tenant has rules the administrator may do nothing before choosing a password.
  const admin = values['passwordProfile'] ? first : await choosePassword(first, PASSWORD)
  const token = values['passwordProfile'] ? '' : await tokenOf(admin)
  const call = (path: string, sending?: Sending) => ask(sending ? 'POST' : 'GET', path, token, sending)
  return {
    tenantId,
    admin,
    call,
    async addUser(account, role, more = {}) {
      const roles = await call('/api/blade-system/role/list')
      const roleId = (roles.records ?? roles).find((one: { roleAlias: string }) => one.roleAlias === role).id
      await call('/api/blade-user/submit', {
        body: { account, name: account, password: FIRST_PASSWORD, roleId, ...more },
      })
      return choosePassword({ tenantId, account, password: FIRST_PASSWORD }, PASSWORD)
    },
  }
}

/** A school administrator of the demo, at a school other than that of the account `school`. */
export async function addSchoolAccount(account: string, schoolName: string): Promise<Person> {
  const token = await tokenOf(MANAGER)
  const call = (path: string, sending?: Sending) => ask(sending?.body ? 'POST' : 'GET', path, token, sending)
  const roles = await call('/api/blade-system/role/list')
  const roleId = (roles.records ?? roles).find((one: { roleAlias: string }) => one.roleAlias === 'school').id
  const schools = await call('/api/bigdata-service/basicschool/list', { query: { schoolName } })
  const deptUscc = schools.records[0].schoolCode
  const person = { account, name: account, password: FIRST_PASSWORD, roleId }
  const { id: userId } = await call('/api/blade-user/submit', { body: person })
  await call('/api/bigdata-service/user_dept_role/submit', { body: { userId, deptUscc, roleAlias: 'school' } })
  return choosePassword({ tenantId: MANAGER.tenantId, account, password: FIRST_PASSWORD }, PASSWORD)
}

/** What the page asks of everybody whose password somebody else has set. */
export async function choosePassword(person: Person, password: string): Promise<Person> {
  const [oldPassword, newPassword] = [md5(person.password), md5(password)]
  const token = await tokenOf(person)
  const query = { oldPassword, newPassword, newPassword1: newPassword }
  await ask('POST', '/api/blade-user/update-password', token, { query })
  await fetch(new URL('/api/blade-auth/oauth/logout', process.env['E2E_URL']), {
    headers: { 'blade-auth': `bearer ${token}` },
  })
  return { ...person, password }
}

/** Fills the form in front; where that leads is for the journey to say. */
export async function enter(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: /^租户编号/ }).fill(person.tenantId)
  await fillSignIn(page, person.account, person.password)
}

export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await enter(page, person)
  await expect(page.locator('.user-button')).toBeVisible()
}

async function tokenOf({ tenantId, account, password }: Person): Promise<string> {
  const query = { tenantId, username: account, password: md5(password), grant_type: 'password', scope: 'all' }
  const address = new URL('/api/blade-auth/oauth/token', process.env['E2E_URL'])
  address.search = new URLSearchParams(query).toString()
  const headers = { authorization: CLIENT, 'tenant-id': tenantId }
  const body = (await (await fetch(address, { method: 'POST', headers })).json()) as Record<string, string>
  if (!body['access_token']) throw new Error(`${account}: ${JSON.stringify(body)}`)
  return body['access_token']
}

async function ask(method: string, path: string, token: string, { query = {}, body }: Sending = {}): Promise<any> {
  const address = new URL(path, process.env['E2E_URL'])
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const headers = { 'content-type': 'application/json', ...(token && { 'blade-auth': `bearer ${token}` }) }
  const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
  const answer = (await (await fetch(address, { method, headers, ...sent })).json()) as Record<string, any>
  if (answer['code'] !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer['data']
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
