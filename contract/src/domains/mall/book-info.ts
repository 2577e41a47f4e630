import { defineEntity } from '../../kit/entity.ts'
import { date, decimal, dict, flag, image, integer, paragraph, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 由订单和读者产生，不由人填写。 */
const counted = { editable: 'never' } as const
const rest = { list: false } as const
const MOST_YUAN = 99_999.99

/** 图书：价格是以元计的两位小数，按精确数值保存和计算；上架后读者可见。 */ // inferred
export const bookInfo = defineEntity('bookinfo', {
  title: '图书',
  // The specification leaves open where `admin/read` stands; both readings are served.
  service: [...MALL_SERVICES, ...MALL_SERVICES.map((service) => `${service}/admin/read`)],
  table: 'mall_book',
  dialect: 'mall',
  actions: ['submit'],
  fields: {
    bookName: text('书名', { required: true, search: true, length: 128 }),
    isbn: text('ISBN', { search: 'equal', length: 20, check: 'isbn', help: '10位或13位，可带短横' }),
    author: text('作者', { search: true, length: 100 }),
    translator: text('译者', { ...rest, length: 100 }),
    publisher: text('出版社', { length: 100 }),
    publishDate: date('出版日期', rest),
    classId: ref('分类', 'bookclass', { tree: true, required: true, search: true }),
    bookType: dict('图书形式', 'book_type', { numeric: true, required: true, default: 1, search: true }),
    coverUrl: image('封面', rest),
    sliderUrls: image('图片', { ...rest, max: 5 }),
    introduction: paragraph('简介', { length: 1000 }),
    detail: paragraph('详情', { rich: true, length: 200_000 }),
    keywords: text('关键词', { ...rest, length: 200 }),
    suitableGrade: dict('适读年级', 'exam_grade', { ...rest, multiple: true }),
    pageCount: integer('页数', { ...rest, min: 1, max: 100_000 }),
    wordCount: integer('字数', { ...rest, min: 1, max: 100_000_000 }),
    marketPrice: decimal('定价', { ...rest, min: 0, max: MOST_YUAN, unit: '元' }),
    price: decimal('售价', { required: true, min: 0, max: MOST_YUAN, unit: '元' }),
    stock: integer('库存', { required: true, min: 0, max: 1_000_000, default: 0 }),
    lockStock: integer('占用库存', { ...counted, ...rest, min: 0 }),
    salesCount: integer('销量', counted),
    giveIntegral: integer('赠送积分', { ...rest, min: 0, max: 100_000, default: 0 }),
    integralPrice: integer('可用积分', { ...rest, min: 0, max: 100_000, default: 0, help: '一册最多可抵的积分' }),
    isOnShelf: flag('上架', { default: 0, search: true }),
    isRecommend: flag('推荐', { default: 0, search: true }),
    isNew: flag('新书', { ...rest, default: 0 }),
    isHot: flag('热门', { ...rest, default: 0 }),
    readUrl: text('阅读地址', { ...rest, length: 500, check: 'webLink', help: '电子书、有声书的地址' }),
    sort: integer('排序', { ...rest, min: 0, max: 9999, default: 0 }),
  },
  unique: [['isbn']],
  importKey: ['isbn'],
  order: ['sort', '-createTime'],
})
