import { menuProblems } from '@xueheng/contract/domains/mp/wx-menu.ts'
import { expect, test } from 'vitest'
import { addButton, buttonAt, changeButton, moveButton, placeText, removeButton } from './menu-tree.ts'

const MENU = [
  {
    name: '成绩',
    subButtons: [
      { name: '查询', type: 'view', url: 'https://a.cn' },
      { name: '说明', type: 'click', key: 'K' },
    ],
  },
  { name: '学校', type: 'view', url: 'https://b.cn' },
]

test('buttons are found, changed, moved and removed in their place', () => {
  expect(buttonAt(MENU, [0, 1])?.name).toBe('说明')
  expect(buttonAt(changeButton(MENU, [0, 1], { name: '解释' }), [0, 1])?.name).toBe('解释')
  const [swapped, place] = moveButton(MENU, [0, 1], -1)
  expect([swapped[0]?.subButtons?.map(({ name }) => name), placeText(place)]).toEqual([['说明', '查询'], '1.1'])
  expect(moveButton(MENU, [0], -1)).toEqual([MENU, [0]])
  expect(moveButton(MENU, [0], 1)[0].map(({ name }) => name)).toEqual(['学校', '成绩'])
  expect(removeButton(MENU, [1])).toEqual([MENU[0]])
  expect(removeButton(MENU, [0, 0])[0]?.subButtons).toHaveLength(1)
})

test('who gets a button below keeps no content of its own', () => {
  const [next, place] = addButton(MENU, 1, '子菜单')
  expect(next[1]).toEqual({ name: '学校', subButtons: [{ name: '子菜单', type: 'view' }] })
  expect(place).toEqual([1, 0])
  expect(addButton(MENU, undefined, '菜单')[1]).toEqual([2])
})

test('the rules of the platform, by the place of the button', () => {
  expect(menuProblems(MENU)).toEqual([])
  expect(menuProblems([])).toEqual([])
  const bad = (buttons: object[]) => menuProblems(buttons as never).map(({ place, message }) => `${place} ${message}`)
  expect(bad([{ name: '一二三四五六', type: 'view', url: 'https://a.cn' }])).toEqual([
    '1 菜单名称最多16个字节，一个汉字占3个',
  ])
  expect(bad([{ name: '一二三四五', type: 'view', url: 'https://a.cn' }])).toEqual([])
  expect(bad([{ name: '', type: 'click' }])).toEqual(['1 请输入菜单名称', '1 请填写菜单 KEY'])
  expect(bad([{ name: 'a', type: 'view', url: 'a.cn' }])).toEqual(['1 网址须以 http:// 或 https:// 开头'])
  expect(bad([{ name: 'a', type: 'none' }])).toEqual(['1 请选择菜单内容的类型'])
  expect(bad([{ name: 'a', type: 'miniprogram', url: 'https://a.cn' }])).toEqual([
    '1 请填写小程序 appid',
    '1 请填写小程序页面',
  ])
  expect(bad([{ name: 'a', subButtons: [{ name: 'b', type: 'media_id' }] }])).toEqual(['1.1 请填写素材'])
  expect(bad(Array.from({ length: 4 }, () => ({ name: 'a' })))).toEqual([' 一级菜单最多3个'])
  expect(bad([{ name: 'a', subButtons: Array.from({ length: 6 }, () => ({ name: 'b' })) }])).toEqual([
    '1 二级菜单最多5个',
  ])
  expect(bad([{ name: 'a', type: 'click', key: 'k'.repeat(129) }])).toEqual(['1 菜单 KEY 最多128个字符'])
})
