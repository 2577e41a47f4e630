import { defineEntity } from '../../kit/entity.ts'
import { dateTime, decimal, dict, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { MALL_SERVICES } from './parent.ts'

/** 一种书在订单中的一行：书名、封面和价格是下单时的；金额是以元计的两位小数。 */
export interface OrderLine {
  bookId: string
  bookName: string
  coverUrl: string | null
  price: string
  count: number
  totalPrice: string
  pointPrice: string
  adjustPrice: string
  payPrice: string
  usePoint: number
  givePoint: number
}

const made = { editable: 'never' } as const
const hidden = { ...made, list: false } as const
const given = { editable: 'add', list: false } as const
const money = { ...made, min: 0, unit: '元' } as const
const AREA_CODE = { ...given, length: 6 } as const

/** 订单：由阅读程序下单，价格由服务器按图书计算；行政区划代码与商城其他客户端相同。 */ // inferred
export const orderManage = defineEntity('orderManage', {
  title: '订单',
  // The general mall keeps its orders here, too: they are the same.
  service: [...MALL_SERVICES.map((service) => `${service}/orderManage`), 'blade-mall/order'],
  path: '',
  table: 'mall_order',
  dialect: 'mall',
  limited: true,
  actions: ['submit'],
  fields: {
    orderNo: text('订单号', { ...made, required: true, search: 'equal', length: 32 }),
    orderTime: dateTime('下单时间', { ...made, required: true, search: 'range' }),
    parentId: ref('家长', 'userparentinfo', { required: true, search: true, editable: 'add' }),
    studentName: text('学生姓名', { editable: 'add', length: 50 }),
    areaCode: dict('县区', 'exam_area', { ...made, list: false, search: true }),
    schoolCode: ref('学校', 'basicSchool', { ...made, tree: true, value: 'schoolCode', search: true }),
    goods: text('商品', { ...made, search: true, length: 500 }),
    productCount: integer('数量', made),
    items: json<OrderLine[]>('商品明细', {
      shape: 'rows',
      required: true,
      message: '请选择图书',
      editable: 'add',
      help: '图书编号和数量',
    }),
    totalPrice: decimal('商品总额', money),
    usePoint: integer('使用积分', { editable: 'add', min: 0, max: 10_000_000, default: 0, list: false }),
    pointPrice: decimal('积分抵扣', money),
    adjustPrice: decimal('改价', { ...made, unit: '元', list: false }),
    payPrice: decimal('实付', money),
    givePoint: integer('赠送积分', hidden),
    orderStatus: dict('订单状态', 'mall_order_status', { ...made, numeric: true, search: true }),
    payChannel: dict('支付方式', 'mall_pay_channel', { ...made, numeric: true, search: true }),
    payTime: dateTime('支付时间', made),
    transactionId: text('支付流水号', { ...hidden, length: 64 }),
    refundStatus: dict('售后状态', 'mall_order_refund', { ...made, numeric: true, search: true }),
    refundPrice: decimal('已退金额', money),
    refundPoint: integer('已退积分', hidden),
    receiverName: text('收货人', { required: true, editable: 'add', length: 50, personal: 'name' }),
    receiverMobile: text('收货电话', {
      required: true,
      editable: 'add',
      search: 'equal',
      length: 20,
      check: 'phone',
      personal: 'phone',
    }),
    provinceCode: text('省代码', AREA_CODE),
    cityCode: text('市代码', AREA_CODE),
    districtCode: text('区县代码', AREA_CODE),
    detailAddress: text('收货地址', { required: true, editable: 'add', length: 200, personal: 'address' }),
    expressCode: dict('快递公司', 'mall_express', made),
    expressNo: text('快递单号', { ...made, length: 40 }),
    deliveryTime: dateTime('发货时间', made),
    receiveTime: dateTime('完成时间', made),
    cancelTime: dateTime('取消时间', hidden),
    cancelType: dict('取消原因', 'mall_cancel_type', { ...hidden, numeric: true }),
    userRemark: text('买家留言', { ...given, length: 200 }),
    remark: paragraph('备注', { length: 500 }),
  },
  unique: [['orderNo']],
  order: ['-orderTime'],
  large: { sorts: ['payPrice'] },
  scope: { area: 'areaCode', school: 'schoolCode' },
})
