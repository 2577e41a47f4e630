import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, image, integer, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 轮播图：启用且在起止时间内的，在所选位置显示，排序大的在前。 */ // inferred
export const bannerManage = defineEntity('bannermanage', {
  title: '轮播图',
  service: MALL_SERVICES,
  table: 'mall_banner',
  dialect: 'mall',
  fields: {
    title: text('标题', { required: true, search: true, length: 100 }),
    picUrl: image('图片', { required: true }),
    position: dict('展示位置', 'banner_position', { numeric: true, required: true, default: 1, search: true }),
    linkType: dict('点击后', 'banner_link_type', { numeric: true, required: true, default: 0 }),
    bookId: ref('图书', 'bookinfo', { list: false }),
    linkUrl: text('地址', { length: 500, list: false, help: '网址以 https:// 开头，小程序页面以 / 开头' }),
    startTime: dateTime('开始时间'),
    endTime: dateTime('结束时间'),
    sort: integer('排序', { min: 0, max: 9999, default: 0 }),
    isEnabled: flag('启用', { default: 1, search: true }),
    clickCount: integer('点击数', { editable: 'never' }),
    remark: text('备注', { length: 500, list: false }),
  },
  order: ['-sort'],
})
