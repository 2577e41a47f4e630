import { registry } from '@xueheng/contract'
import { routesOf } from '@xueheng/contract/derive/registry.ts'
import { describe, expect, test } from 'vitest'
import { buttonsOf } from '../src/domains/rights/menu/menu-buttons.ts'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { callFinder, callOf } from '../src/platform/http/find-call.ts'
import { openApi } from '../src/platform/http/openapi.ts'
import { useTestApp } from './harness.ts'

const app = useTestApp()

function granted(nodes: MenuNode[]): string[] {
  return nodes.flatMap((node) => [...buttonsOf(node).map((button) => button.code), ...granted(node.children ?? [])])
}

test('no route is declared twice', () => {
  const routes = registry.calls.flatMap(routesOf)
  expect(routes.filter((route, i) => routes.indexOf(route) !== i)).toEqual([])
})

test('names of calls occur once per path', () => {
  const names = registry.calls.map((call) => `${call.name} ${call.path}`)
  expect(names).toHaveLength(new Set(names).size)
})

describe('access', () => {
  const codes = new Set(granted(registry.menu))

  test.each(registry.calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s says who may',
    (_n, call) => {
      if (typeof call.access === 'string') return expect(['public', 'signedIn']).toContain(call.access)
      const needed = [call.access.permission, call.access.permission.replace(/_edit$/, '_add')]
      expect(needed.filter((code) => !codes.has(code))).toEqual([])
    },
  )

  const OPEN =
    /^(auth|menu)\.|^(picture|attach)\.read$|^param\.installation$|^orderrefund\.notify$|^(wxMsg|wecomCorp)\.(verify|receive)$|^gatherLink\.(open|answer)$|^seal\.verify(Code)?$/

  test('what is open to everybody is sign-in, callbacks of platforms, what comes before it, the zone of pages, pictures, signed addresses, links of parents and verifying', () => {
    const open = registry.calls.filter((call) => call.access === 'public').map((call) => call.name)
    expect(open.filter((name) => !OPEN.test(name))).toEqual([])
  })
})

test('every call and alias is answered, by itself and by no other', async () => {
  const http = app().app.http
  const asked = registry.calls.flatMap((call) => [call.path, ...call.aliases].map((url) => ({ call, url })))
  const wrong: string[] = []
  for (const { call, url } of asked) {
    const found = callFinder(registry)(url.replaceAll(/:\w+/g, 'x'))
    const answer = await http.inject({ method: call.method, url: url.replaceAll(/:\w+/g, 'x') })
    const isLost = answer.statusCode === 405 || answer.body.includes('没有找到请求的内容')
    const isLetIn = call.access !== 'public' && answer.statusCode !== 401
    if (isLost || isLetIn || !found || callOf(found, call.method) !== call) wrong.push(`${call.method} ${url}`)
  }
  expect(wrong).toEqual([])
})

describe('the printed API', () => {
  test('names every path and is plain JSON', async () => {
    const { body, status } = await app().anonymous.get('/api/doc/openapi.json')
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(openApi(registry))))
    expect(body['openapi']).toBe('3.1.0')
    const paths = body['paths'] as Record<string, Record<string, unknown>>
    for (const route of registry.calls.flatMap(routesOf)) {
      const [method = '', path = ''] = route.split(' ')
      expect(paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], route).toBeTypeOf('object')
    }
  })

  test('says what lists and rows of a body are', () => {
    const { paths } = JSON.parse(JSON.stringify(openApi(registry)))
    const partsOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema.properties
    const { menuIds } = partsOf('/api/blade-system/role/grant')
    expect(menuIds).toEqual({ title: '菜单权限', type: 'array', items: { type: 'string' } })
    const { ruleJson } = partsOf('/api/bigdata-service/examinfo/saveRule')
    expect(ruleJson).toEqual({ title: '统计口径', type: 'object' })
  })

  test('can be read by people', async () => {
    const { raw, headers } = await app().anonymous.get('/api/doc')
    expect(headers['content-type']).toContain('text/html')
    const page = raw.toString()
    for (const call of registry.calls) expect(page).toContain(call.path)
    expect(page).not.toContain('<script')
    const [, ...parts] = page.split('<details>')
    const told = parts.map((part) =>
      part
        .replaceAll(/<[^>]+>/g, ' ')
        .split(' ')
        .filter(Boolean),
    )
    expect(told).toHaveLength(registry.calls.length)
    const saysOf = (path: string) => told.find((words) => words[1] === path)?.slice(0, 4)
    const says = [
      ['GET', '/api/blade-auth/oauth/user-info', '须登录'],
      ['POST', '/api/blade-auth/oauth/token', '无须登录'],
      ['POST', '/api/blade-system/post/remove', 'post_delete'],
    ]
    expect(says.map(([, path = '']) => saysOf(path)?.filter((_word, at) => at !== 2))).toEqual(says)
  })
})
