import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, choose, grant, serve, stage } from '../../platform/_stage.tsx'
import { ArticleDialog } from './ArticleDialog.tsx'
import { TagDialog } from './TagDialog.tsx'
import { Page as Tags } from './wx-user-tags.page.tsx'

const FIRST = { title: '通知', thumbMediaId: 'm1', content: '正文一', author: '教务处' }
const SECOND = { title: '', thumbMediaId: 'm1', content: '正文二' }
const TAGS = [
  { id: 2, name: '星标组', count: 3 },
  { id: 100, name: '家长', count: 1200 },
  { id: 101, name: '教师', count: 5 },
]

let answer: Answer
const onClose = vi.fn()

beforeEach(() => {
  localStorage.clear()
  grant('wxmaterial_view', 'wxusertags_view', 'wxusertags_save', 'wxusertags_delete')
  onClose.mockReset()
  answer = { data: true }
  serve({
    list: ({ path }) => ({
      data: path.includes('ags/') ? TAGS : { records: [{ id: '1', mediaId: 'm1', name: '校门' }], total: 1 },
    }),
    materialNewsUpload: () => answer,
    materialArticleUpdate: () => answer,
    batchTagging: () => ({ data: true }),
    batchUnTagging: () => ({ data: true }),
    save: () => ({ data: true }),
    '100': () => ({ data: true }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a new set wants title, cover and content before it is sent', async () => {
  stage(<ArticleDialog onClose={onClose} />)
  await screen.findByText('新增图文')
  press('保存')
  await screen.findByText('请输入文章标题', { selector: '.ant-form-item-explain-error' })
  const wanted = [...document.querySelectorAll('.ant-form-item-explain-error')].map((one) => one.textContent)
  expect(wanted).toEqual(['请输入文章标题', '请选择封面素材', '请输入文章内容'])
  type('文章标题', '通知')
  type('文章内容', '正文')
  await choose(box('封面素材'), '校门')
  press('保存')
  const article = { title: '通知', thumbMediaId: 'm1', content: '正文' }
  await waitFor(() => expect(callsTo('materialNewsUpload')[0]?.body).toMatchObject([article]))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('of a set that stands the shown article alone is changed', async () => {
  stage(<ArticleDialog row={{ id: '1', mediaId: 'm9' }} articles={[FIRST, SECOND] as never} onClose={onClose} />)
  expect((await screen.findByLabelText<HTMLInputElement>('文章标题')).value).toBe('通知')
  expect(screen.getByText('修改图文')).toBeTruthy()
  fireEvent.click(screen.getByText('2. 未命名'))
  await waitFor(() => expect(box('文章内容').value).toBe('正文二'))
  type('文章标题', '补充')
  press('保存')
  await waitFor(() => expect(callsTo('materialArticleUpdate')).toHaveLength(1))
  expect(callsTo('materialArticleUpdate')[0]?.body).toMatchObject({
    mediaId: 'm9',
    index: 1,
    articles: { ...SECOND, title: '补充' },
  })
})

test('a refused article stays open and says why', async () => {
  answer = { code: 400, msg: '封面素材已被删除' }
  stage(<ArticleDialog row={{ id: '1', mediaId: 'm9' }} articles={[FIRST] as never} onClose={onClose} />)
  await screen.findByLabelText('文章标题')
  press('保存')
  expect(await screen.findByText('封面素材已被删除')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

const FOLLOWERS = [
  { id: '1', openid: 'o1', tagidList: [100] },
  { id: '2', openid: 'o2', tagidList: [100, 101] },
]

test.each([
  ['on', ['星标组', '教师'], 'batchTagging', '教师', 101],
  ['off', ['家长', '教师'], 'batchUnTagging', '家长', 100],
] as const)('putting tags %s offers those that change something', async (mode, offered, segment, name, tagid) => {
  stage(<TagDialog mode={mode} rows={FOLLOWERS} onClose={onClose} />)
  await screen.findByText('已选2位粉丝')
  await waitFor(() => expect(callsTo('list')).toHaveLength(1))
  await choose(screen.getByRole('combobox'), name)
  const options = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(options).toEqual(offered)
  press('确定')
  await waitFor(() => expect(callsTo(segment)[0]?.body).toMatchObject({ tagid, openidList: ['o1', 'o2'] }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test("the platform's own tags are neither renamed nor removed, others are", async () => {
  stage(<Tags />)
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)
  expect((await rowOf('星标组')).queryByRole('button')).toBeNull()
  fireEvent.click((await rowOf('家长')).getByRole('button', { name: '编辑' }))
  await screen.findByText('修改标签')
  const name = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox')
  expect(name.value).toBe('家长')
  fireEvent.change(name, { target: { value: '学生家长' } })
  press('确定')
  await waitFor(() => expect(callsTo('save')[0]?.body).toMatchObject({ id: 100, name: '学生家长' }))
  fireEvent.click((await rowOf('家长')).getByRole('button', { name: '删除' }))
  await screen.findByText('确定删除标签“家长”?')
  expect(callsTo('100')).toEqual([])
})

test('whoever may only look is offered no change of tags', async () => {
  grant('wxusertags_view')
  stage(<Tags />)
  await screen.findByText('家长')
  expect(screen.queryByRole('button', { name: /新增|编辑|删除/ })).toBeNull()
})
