import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { flag, image, integer, json, ref, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'
import { MALL_SERVICES } from './parent.ts'

/** 图书分类：最多两级。 */ // inferred
export const bookClass = defineEntity('bookclass', {
  title: '图书分类',
  service: MALL_SERVICES,
  table: 'mall_book_class',
  dialect: 'mall',
  fields: {
    className: text('分类名称', { required: true, search: true, length: 50 }),
    parentId: ref('上级分类', 'bookclass', { tree: true, search: true, help: '不选为一级分类' }),
    picUrl: image('图片'),
    sort: integer('排序', { min: 0, max: 9999, default: 0 }),
    isEnabled: flag('启用', { default: 1, search: true }),
  },
  unique: [['parentId', 'className']],
  order: ['sort'],
})

const paths = (segment: string) => {
  const [path = '', ...aliases] = bookClass.paths.map((base) => `${base}/${segment}`)
  return { path, aliases }
}

/** 启用的分类，下级在 children 中。 */
export const bookClassList = defineCall('bookclass.list', {
  method: 'GET',
  ...paths('list'),
  title: '图书分类列表',
  access: { permission: 'bookclass_view' },
  output: { ...listRowFields(bookClass), children: json<object[]>('下级') },
  answer: 'list',
})

/** 全部分类，供选择。 */
export const bookClassTree = defineCall('bookclass.tree', {
  method: 'GET',
  ...paths('tree'), // inferred
  title: '图书分类树',
  access: { permission: 'bookclass_view' },
  output: TREE_NODE,
  answer: 'list',
})
