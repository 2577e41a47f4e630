import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { APPID, MANAGE, STARTED, rowAppid } from './context.ts'

/** 一篇图文。 */
export interface WxArticle {
  title: string
  thumbMediaId: string
  author?: string
  digest?: string
  content: string
  contentSourceUrl?: string
  showCoverPic?: boolean | number
  needOpenComment?: boolean | number
  onlyFansCanComment?: boolean | number
  url?: string
  thumbUrl?: string
}

export const MOST_ARTICLES = 8

/** 永久素材：微信的一份抄本，由上传和同步更新。 */
export const wxMaterial = defineEntity('wxAssets', {
  title: '素材',
  service: 'yzl-mpweixin/manage',
  table: 'wx_material',
  dialect: 'mp',
  fields: {
    appid: rowAppid,
    mediaType: dict('类型', 'wx_material_type', { search: true }),
    name: text('名称', { search: true, length: 200 }),
    mediaId: text('mediaId', { required: true, length: 128 }),
    url: text('地址', { length: 1000, list: false }),
    articles: json<WxArticle[]>('图文'),
    wxUpdateTime: dateTime('微信更新时间'),
  },
  order: ['-wxUpdateTime'],
})

const BASE = `${MANAGE}/wxAssets`
const view = { permission: 'wxassets_view' }
const save = { permission: 'wxassets_save' }

/** 抄本的一页；`type` 与 `mediaType` 同义。 */
export const assetList = defineList('wxAssets.list', {
  path: `${BASE}/list`,
  title: '素材列表',
  access: view,
  input: { ...APPID, type: text('类型', { length: 20 }) },
  fields: listRowFields(wxMaterial),
  order: wxMaterial.order,
})

export const assetCount = defineCall('wxAssets.materialCount', {
  method: 'GET',
  path: `${BASE}/materialCount`,
  title: '素材数量',
  access: view,
  input: APPID,
  output: {
    voiceCount: integer('语音', { required: true }),
    videoCount: integer('视频', { required: true }),
    imageCount: integer('图片', { required: true }),
    newsCount: integer('图文', { required: true }),
  },
})

const pageInput = {
  ...APPID,
  page: integer('页码', { min: 1, max: 100_000 }),
  current: integer('页码', { min: 1, max: 100_000 }),
}

const counted = {
  totalCount: integer('总数', { required: true }),
  itemCount: integer('本页', { required: true }),
}

export const assetFiles = defineCall('wxAssets.materialFileBatchGet', {
  method: 'GET',
  path: `${BASE}/materialFileBatchGet`,
  title: '媒体素材列表',
  access: view,
  notes: true,
  input: { ...pageInput, type: text('类型', { length: 20 }) },
  output: {
    ...counted,
    items: json<{ mediaId: string; name: string; url: string; updateTime: string }[]>('素材', { required: true }),
  },
})

export const assetNews = defineCall('wxAssets.materialNewsBatchGet', {
  method: 'GET',
  path: `${BASE}/materialNewsBatchGet`,
  title: '图文素材列表',
  access: view,
  notes: true,
  input: pageInput,
  output: {
    ...counted,
    items: json<{ mediaId: string; updateTime: string; content: { articles: WxArticle[] } }[]>('图文', {
      required: true,
    }),
  },
})

export const assetDelete = defineCall('wxAssets.materialDelete', {
  method: 'POST',
  path: `${BASE}/materialDelete`,
  title: '删除素材',
  access: { permission: 'wxassets_delete' },
  outside: true,
  input: { mediaId: text('素材', { required: true, length: 128 }), ...APPID },
  answer: 'status',
})

/** 从微信读取全部素材。 */
export const assetSync = defineCall('wxAssets.syncWxTemplate', {
  method: 'POST',
  path: `${BASE}/syncWxTemplate`,
  title: '同步素材',
  access: save,
  input: APPID,
  output: STARTED,
})

const uploaded = { mediaId: text('mediaId', { required: true }), url: text('地址', { required: true }) }

export const assetUpload = defineCall('wxAssets.materialFileUpload', {
  method: 'POST',
  path: `${BASE}/materialFileUpload`,
  title: '上传素材',
  access: save,
  body: 'upload',
  outside: true,
  input: {
    fileName: text('名称', { length: 100 }),
    mediaType: text('类型', { length: 20 }),
    introduction: text('简介', { length: 200 }), // inferred
    ...APPID,
  },
  output: uploaded,
})

export const assetNewsUpload = defineCall('wxAssets.materialNewsUpload', {
  method: 'POST',
  path: `${BASE}/materialNewsUpload`,
  title: '新增图文',
  access: save,
  body: 'array',
  outside: true,
  output: { mediaId: uploaded.mediaId },
})

const articleInput = {
  mediaId: text('素材', { required: true, length: 128 }),
  index: integer('第几篇', { min: 0, max: MOST_ARTICLES - 1, default: 0 }),
  articles: json<WxArticle>('文章', { required: true }),
  ...APPID,
}

export const assetArticle = defineCall('wxAssets.materialArticleUpdate', {
  method: 'POST',
  path: `${BASE}/materialArticleUpdate`,
  aliases: [`${BASE}/update`],
  title: '修改图文',
  access: save,
  outside: true,
  input: articleInput,
  answer: 'status',
})

/** 没有 mediaId 是新增图文（`articles` 为一组），有是修改其中一篇。 */ // inferred
export const assetSave = defineCall('wxAssets.save', {
  method: 'POST',
  path: `${BASE}/save`,
  title: '保存图文',
  access: save,
  outside: true,
  input: {
    mediaId: text('素材', { length: 128 }),
    index: articleInput.index,
    articles: json<WxArticle | WxArticle[]>('文章', { required: true }),
    ...APPID,
  },
  output: { mediaId: uploaded.mediaId },
})

/** 同上，素材在地址里。 */
export const assetById = defineCall('wxAssets.updateById', {
  ...assetArticle,
  path: `${BASE}/:mediaId`,
  aliases: [],
})

export const wxAssetsCalls = [
  assetList,
  assetCount,
  assetFiles,
  assetNews,
  assetDelete,
  assetSync,
  assetUpload,
  assetNewsUpload,
  assetArticle,
  assetSave,
  assetById,
]
