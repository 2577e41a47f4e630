import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'

const app = useTestApp()
let admin: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

function make(name: string, change: Row): Promise<Row> {
  return maker.create(registry.entity(name), change)
}

async function titles(user: Client, name: string, parentId: unknown = ''): Promise<unknown[]> {
  const { data } = await user.get<Row[]>(`/api/yzl-platform/${name}/lazy-tree`, { parentId })
  return data.map((node) => [node['title'], node['hasChildren']])
}

describe('organisations', () => {
  test('hang together, move with everything below them and form no circle', async () => {
    const city = await make('organize', { orgName: '市', sort: 1 })
    const area = await make('organize', { orgName: '区', sort: 2, parentId: city['id'] })
    const team = await make('organize', { orgName: '组', sort: 3, parentId: area['id'] })
    expect(team['ancestors']).toBe(`0,${String(city['id'])},${String(area['id'])}`)
    expect(await titles(admin, 'organize')).toEqual([['市', true]])
    expect(await titles(admin, 'organize', city['id'])).toEqual([['区', true]])
    expect(await titles(admin, 'organize', area['id'])).toEqual([['组', false]])
    const lazy = await admin.get<Row[]>('/api/yzl-platform/organize/lazy-list', { parentId: '0' })
    expect(lazy.data.map((row) => [row['orgName'], row['hasChildren']])).toEqual([['市', true]])
    const tree = await admin.get('/api/yzl-platform/organize/tree')
    expect(tree.data).toMatchObject([{ title: '市', children: [{ title: '区', children: [{ title: '组' }] }] }])
    const move = (id: unknown, parentId: unknown) => admin.post('/api/yzl-platform/organize/submit', { id, parentId })
    expect((await move(city['id'], team['id'])).msg).toBe('父节点不可选择自身!')
    expect((await move(city['id'], city['id'])).msg).toBe('父节点不可选择自身!')
    expect((await move(city['id'], '123456789012345678')).msg).toBe('「上级组织」不是有效的选项')
    expect((await move(area['id'], '0')).data.ancestors).toBe('0')
    const moved = await admin.get('/api/yzl-platform/organize/detail', { id: team['id'] })
    expect(moved.data.ancestors).toBe(`0,${String(area['id'])}`)
    const remove = (id: unknown) => admin.post('/api/yzl-platform/organize/remove', undefined, { ids: id })
    expect((await remove(area['id'])).msg).toBe('请先删除子节点!')
    expect((await remove(team['id'])).status).toBe(200)
    expect((await remove(area['id'])).status).toBe(200)
  })

  test('stay where they are when what stands above them is gone', async () => {
    const above = await make('organize', { orgName: '撤销的科', sort: 1 })
    const below = await make('organize', { orgName: '留下的组', sort: 1, parentId: above['id'] })
    await sql`update organize set is_deleted = 1 where id = ${above['id']}`.execute(admin.db)
    const renamed = await admin.post('/api/yzl-platform/organize/submit', { id: below['id'], orgName: '组' })
    expect([renamed.status, renamed.msg]).toEqual([400, '上级节点不存在'])
    await sql`update organize set is_deleted = 1 where id = ${below['id']}`.execute(admin.db)
  })

  test('a school sees its own, with what is below it, though not what is above it', async () => {
    const school = await maker.create(registry.entity('basicSchool'))
    const other = await maker.create(registry.entity('basicSchool'))
    const top = await make('organize', { orgName: '局', areaCode: school['areaCode'] })
    const own = await make('organize', { orgName: '本校', parentId: top['id'], schoolCode: school['schoolCode'] })
    const office = { orgName: '教务处', parentId: own['id'], schoolCode: school['schoolCode'] }
    await make('organize', office)
    await make('organize', { orgName: '他校', parentId: top['id'], schoolCode: other['schoolCode'] })
    const permissions = ['organize_view', 'organize_edit']
    const user = await app().user({ role: 'school', schoolCode: String(school['schoolCode']), permissions })
    expect(await titles(user, 'organize')).toEqual([['本校', true]])
    expect(await titles(user, 'organize', own['id'])).toEqual([['教务处', false]])
    expect(await titles(user, 'organize', top['id'])).toEqual([['本校', true]])
    const renamed = await user.post('/api/yzl-platform/organize/submit', { id: own['id'], orgName: '本校区' })
    expect(renamed.data).toMatchObject({ orgName: '本校区', parentId: top['id'] })
    const foreign = await user.post('/api/yzl-platform/organize/submit', { id: top['id'], orgName: 'x' })
    expect(foreign.status).toBe(404)
  })
})

describe('classes of the platform', () => {
  test('a node that stands for a class has its facts', async () => {
    const row = await maker.create(registry.entity('schoolClasses'))
    const { schoolCode, classCode } = row
    const school = await make('newclasses', { schoolCode, nodeType: 1 })
    const body = { schoolCode, classCode, nodeType: 4, parentId: school['id'], stage: undefined, gradeCode: undefined }
    const node = await make('newclasses', body)
    expect(node).toMatchObject({
      stage: row['stage'],
      enterYear: row['enterYear'],
      gradeCode: row['gradeCode'],
      classNo: row['classNo'],
    })
    const send = async (change: Row) =>
      (
        await admin.post('/api/yzl-platform/newclasses/submit', {
          ...(await maker.body(registry.entity('newclasses'))),
          schoolCode,
          ...change,
        })
      ).msg
    expect(await send({ nodeType: 3, classCode })).toBe('只有班级节点可以对应班级')
    expect(await send({ nodeType: 4, classCode: 'x' })).toBe('「对应班级」不是有效的选项')
    expect(await send({ nodeType: 2, parentId: node['id'] })).toBe('班级节点按学校、学段、年级、班级逐级向下')
    const other = await maker.create(registry.entity('basicSchool'))
    const elsewhere = { schoolCode: other['schoolCode'], nodeType: 2, parentId: school['id'] }
    expect(await send(elsewhere)).toBe('上级节点属于另一所学校')
    const { total } = (await admin.get('/api/yzl-platform/newclasses/list')).data
    const ofAnother = { schoolCode: other['schoolCode'], nodeType: 4, classCode, parentId: '0' }
    expect(await send(ofAnother)).toBe('班级不属于该学校')
    expect((await admin.get('/api/yzl-platform/newclasses/list')).data.total).toBe(total)
  })
})

test('resources hang together within one application', async () => {
  const [one, other] = [await make('appBiz', {}), await make('appBiz', {})]
  const parent = await make('appresource', { appCode: one['appCode'] })
  const child = { ...(await maker.body(registry.entity('appresource'))), parentId: parent['id'] }
  const send = (appCode: unknown) => admin.post('/api/yzl-platform/appresource/submit', { ...child, appCode })
  expect((await send(other['appCode'])).msg).toBe('上级资源属于另一个应用')
  expect((await send(one['appCode'])).status).toBe(200)
})

test('phones of people are masked', async () => {
  const person = await make('userinfo', { phone: '13812345678' })
  expect(person['phone']).toBe('138****5678')
})
