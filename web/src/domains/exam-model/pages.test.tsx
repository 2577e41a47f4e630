import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, choose, grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs, useTabs } from '../../platform/tabs/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { Page as ModelPage } from './add-model.page.tsx'
import { Page as ScoringPage } from './add-model-scoring.page.tsx'

const ITEMS = [
  { itemCode: 'pass', itemName: '及格率', grain: 2, isSealed: 0 },
  { itemCode: 'area', itemName: '县区目标', grain: 1, isSealed: 0 },
  { itemCode: 'old', itemName: '旧指标', grain: 2, isSealed: 1 },
]
const scoring = (scoringCode: string, itemCode: string, fullPoints: number) => ({
  scoringCode,
  scoringName: `评分${scoringCode}`,
  itemCode,
  fullPoints,
  ruleKind: 1,
  isSealed: 0,
})
const SCORINGS = [scoring('S1', 'pass', 40), scoring('S2', 'pass', 60), scoring('S3', 'area', 10)]

let opened: string[]
let items: () => Answer
let scorings: () => Answer
let kept: Answer
const stored = { id: '5', updateTime: '2026-01-05 08:00:00' }
const model = { ...stored, modelCode: 'M1', modelName: '旧模型', grain: 2, totalPoints: 100, tieRule: 1, items: [] }

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  opened = []
  setNavigator((path) => opened.push(path))
  grant('exammodelitem_view', 'exammodelscoring_view', 'exammodel_edit')
  items = () => ({ data: ITEMS })
  scorings = () => ({ data: SCORINGS })
  kept = { data: { id: '5' } }
  const answer = (path: string): Answer => {
    if (/dictionary/.test(path)) return { data: [1, 2].map((n) => ({ dictKey: String(n), dictValue: `类${n}` })) }
    if (/detail/.test(path)) return { data: model }
    if (/save|submit/i.test(path)) return kept
    return /scoring/i.test(path) ? scorings() : items()
  }
  serve(
    new Proxy(
      {},
      {
        get:
          () =>
          ({ path }: { path: string }) =>
            answer(path),
      },
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.getByRole('button', { name })
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const saves = () => asked.filter(({ path }) => /\/save\w*$/i.test(path))
const isDirty = () => useTabs.getState().dirty.has('/screen')

test('what was typed into a new model is given up by its button alone', async () => {
  stage(<ModelPage />)
  await screen.findByText('新增模型')
  expect(screen.queryByRole('button', { name: '放弃修改' })).toBeNull()
  type(/模型名称/, '一级模型')
  await waitFor(() => expect(isDirty()).toBe(true))
  expect(valueOf(/模型名称/)).toBe('一级模型')
  fireEvent.click(button('放弃修改'))
  await waitFor(() => expect(valueOf(/模型名称/)).toBe(''))
  expect([isDirty(), screen.queryByRole('button', { name: '放弃修改' }), opened]).toEqual([false, null, []])
  fireEvent.click(button('全部模型'))
  expect(opened).toEqual(['/examModel/index'])
})

test('a model takes the scorings of its grain, says what they add up to, and is kept whole', async () => {
  stage(<ModelPage />)
  await screen.findByText('新增模型')
  await choose(screen.getByLabelText(/评价对象/), '类2')
  type(/模型编码/, 'M9')
  await choose(screen.getByLabelText('增加评分项'), '评分S1（40）')
  expect(screen.getByRole('status').textContent).toContain('还差 60 分')
  expect(screen.getByLabelText<HTMLInputElement>(/评价对象/).disabled).toBe(true)
  fireEvent.mouseDown(screen.getByLabelText('增加评分项'))
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toContain('评分S2（60）')
  expect(offered).not.toContain('评分S3（10）')
  await choose(screen.getByLabelText('增加评分项'), '评分S2（60）')
  expect(screen.getByRole('status').textContent).toContain('满分合计等于总分')
  fireEvent.click(button('保存'))
  await waitFor(() => expect(opened).toEqual(['/examModel/index']))
  const [sent] = saves()
  expect([sent?.query.get('modelCode'), sent?.query.get('grain'), sent?.query.get('stage')]).toEqual(['M9', '2', ''])
  expect(JSON.parse(sent?.query.get('items') ?? '[]')).toMatchObject([{ scoringCode: 'S1' }, { scoringCode: 'S2' }])
})

test('a stored model keeps its code, and a refusal stands at its field until that is changed', async () => {
  stage(<ModelPage />, '?id=5')
  await screen.findByText('修改模型')
  expect(screen.getByLabelText<HTMLInputElement>(/模型编码/).disabled).toBe(true)
  kept = { code: 400, msg: '有误', problems: [{ field: 'modelName', message: '名称已存在' }] }
  fireEvent.click(button('保存'))
  expect(await screen.findByText('名称已存在')).toBeTruthy()
  expect(opened).toEqual([])
  expect(Object.fromEntries(saves()[0]?.query ?? [])).toMatchObject(stored)
  type(/模型名称/, '新名称')
  await waitFor(() => expect(screen.queryByText('名称已存在')).toBeNull())
})

test.each([
  ['indicators', () => (items = () => ({ code: 500, msg: '坏了' }))],
  ['scorings', () => (scorings = () => ({ code: 500, msg: '坏了' }))],
])('a model whose %s cannot be read is read again on demand', async (_name, breakIt) => {
  const [goodItems, goodScorings] = [items, scorings]
  breakIt()
  stage(<ModelPage />)
  await screen.findByText('坏了')
  ;[items, scorings] = [goodItems, goodScorings]
  fireEvent.click(button('重试'))
  expect(await screen.findByText('新增模型')).toBeTruthy()
})

test('a scoring is about an indicator in use, and another kind of rule starts anew', async () => {
  stage(<ScoringPage />)
  await screen.findByText('新增评分项')
  fireEvent.mouseDown(screen.getByLabelText(/所用指标/))
  await waitFor(() => expect(document.querySelector('.ant-select-item-option')).not.toBeNull())
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toEqual(['及格率 · 类2', '县区目标 · 类1'])
  await choose(screen.getByLabelText(/所用指标/), '及格率 · 类2')
  type(/评分项名称/, '及格')
  type(/^满分/, '20')
  fireEvent.click(screen.getByRole('switch'))
  fireEvent.click(within(screen.getByRole('radiogroup', { name: '计分规则' })).getByText('类2'))
  fireEvent.click(button('保存'))
  await waitFor(() => expect(opened).toEqual(['/examModel/modelScoring']))
  expect(saves()[0]?.body).toMatchObject({
    itemCode: 'pass',
    scoringName: '及格',
    fullPoints: 20,
    isSealed: 1,
    ruleKind: 2,
    ruleJson: {},
  })
})

test('what was typed into a scoring is given up, and its list is one press away', async () => {
  stage(<ScoringPage />)
  await screen.findByText('新增评分项')
  type(/评分项名称/, '及格')
  fireEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(valueOf(/评分项名称/)).toBe(''))
  fireEvent.click(button('全部评分项'))
  expect(opened).toEqual(['/examModel/modelScoring'])
})

test('a scoring whose indicators cannot be read is read again on demand', async () => {
  items = () => ({ code: 500, msg: '坏了' })
  stage(<ScoringPage />)
  await screen.findByText('坏了')
  items = () => ({ data: ITEMS })
  fireEvent.click(button('重试'))
  expect(await screen.findByText('新增评分项')).toBeTruthy()
})
