import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { decimal, dict, flag, image, integer, paragraph, text } from '../../kit/field.ts'

/** What a mould is drawn from; lengths in millimetres. */
const drawn = {
  shape: dict('形状', 'seal_mould_shape', { numeric: true, required: true, search: true, default: 1 }), // inferred
  widthMm: integer('宽', {
    required: true,
    min: 12,
    max: 60,
    default: 42,
    unit: '毫米',
    help: '圆形为直径，事业单位通常42',
  }), // inferred
  heightMm: integer('高', { required: true, min: 12, max: 60, default: 42, unit: '毫米' }), // inferred
  borderMm: decimal('边宽', { scale: 1, min: 0.3, max: 3, default: 1.2, unit: '毫米', list: false }), // inferred
  hasStar: flag('五角星', { default: 1, list: false, help: '只用于圆形和椭圆形，专用章不加' }), // inferred
  sealText: text('印文', { required: true, search: true, length: 40, help: '环绕或填满印面的文字；人名章写姓名' }), // inferred
  lineText: text('横排文字', { length: 20, list: false, help: '如“教务专用章”，在中心下方' }), // inferred
  codeText: text('编码', { length: 20, list: false, help: '13位数字，在下沿；可不填' }), // inferred
}

/** 印模: the face of a seal, drawn by rule from its texts and sizes, or brought in as a picture. */
export const sealMould = defineEntity('sealmould', {
  title: '印模',
  service: ['yzl-seseal', 'yzl-seseal/signserver'],
  table: 'seal_mould',
  fields: {
    mouldName: text('印模名称', { required: true, search: true, length: 100 }), // inferred
    mouldType: dict('印模类型', 'seal_mould_type', { numeric: true, required: true, search: true, default: 1 }), // inferred
    areaCode: dict('县区', 'exam_area', { editable: 'never', list: false }), // inferred
    deptUscc: text('用章单位代码', { required: true, search: 'equal', length: 18, check: 'creditCode' }), // inferred
    ...drawn,
    picUrl: image('印模图片', { list: false, help: '上传图片后不再按印文绘制；透明底的png最合适' }), // inferred
    isEnabled: flag('启用', { default: 1, search: true }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  order: ['-createTime'],
  scope: { area: 'areaCode', school: 'deptUscc' },
})

/** 预览印模: the drawing of a mould that is not kept yet. */ // inferred
export const mouldPreview = defineCall('sealmould.preview', {
  method: 'GET',
  path: '/api/yzl-seseal/sealmould/preview',
  title: '预览印模',
  access: { permission: 'sealmould_view' },
  input: drawn,
  output: { svg: paragraph('印模图形', { required: true }) },
})
