import { post } from '@xueheng/contract/domains/people/post.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { GrantDialog, type GrantPart } from './GrantDialog.tsx'

const PARTS: GrantPart[] = [
  {
    key: 'menu',
    title: '菜单权限',
    nodes: [
      {
        id: '1',
        title: '系统',
        children: [
          { id: '2', title: '查看' },
          { id: '3', title: '修改' },
        ],
      },
    ],
    granted: ['1', '2'],
  },
  { key: 'data', title: '数据权限', nodes: [], granted: [] },
]

const save = vi.fn()
const onClose = vi.fn()
beforeEach(() => {
  grant()
  serve({})
  save.mockReset().mockResolvedValue(true)
  onClose.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

async function show(isPlain = false): Promise<void> {
  const load = async () => PARTS
  stage(<GrantDialog title="授权" about={String(isPlain)} {...{ load, save, isPlain, onClose }} changes={post} />)
  await screen.findByText('系统')
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const tick = (title: string) => fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(title) }))
const count = () => document.querySelector('.grant-count')?.textContent

async function keep() {
  press('保存')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const [{ menu, ...rest }] = save.mock.lastCall as [Record<string, string[]>]
  return { menu: menu?.toSorted(), ...rest }
}

test('what is granted is ticked, and kept as it was where nothing is touched', async () => {
  await show()
  expect(count()).toBe('已选 2 项')
  expect(await keep()).toEqual({ menu: ['1', '2'], data: [] })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a tick takes those below along, or stands for itself where the tree is plain', async () => {
  await show()
  tick('系统')
  expect(count()).toBe('已选 0 项')
  tick('系统')
  expect(await keep()).toEqual({ menu: ['1', '2', '3'], data: [] })
  save.mockClear()
  await show(true)
  tick('系统')
  expect(await keep()).toEqual({ menu: ['2'], data: [] })
})

test('everything or nothing is chosen at once, and branches open and close together', async () => {
  await show()
  expect(screen.queryByText('修改')).toBeNull()
  press('全部展开')
  expect(await screen.findByText('修改')).toBeTruthy()
  press('全部收起')
  expect(screen.getByRole('button', { name: '全部展开' })).toBeTruthy()
  press('全选')
  expect(count()).toBe('已选 3 项')
  press('清空')
  expect(await keep()).toEqual({ menu: [], data: [] })
})

test('a part without anything to grant says so', async () => {
  await show()
  fireEvent.click(screen.getByRole('tab', { name: '数据权限' }))
  expect(await screen.findByText('没有可以授权的内容')).toBeTruthy()
})

test('a refusal stands in the dialog, which stays open with its choice', async () => {
  save.mockRejectedValue(new Error('x'))
  await show()
  tick('系统')
  press('保存')
  await waitFor(() => expect(document.querySelector('[role=dialog] [role=alert]')).toBeTruthy())
  expect([onClose.mock.calls, count()]).toEqual([[], '已选 0 项'])
})

test('nothing can be kept before it is known what is granted', async () => {
  stage(
    <GrantDialog title="授权" about="x" load={() => Promise.reject(new Error('x'))} save={save} onClose={onClose} />,
  )
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
})
