export { assertEndpoint } from './endpoint.ts'
export { linkTo } from './file-link.ts'
export {
  type JudgePicture,
  type PictureDeps,
  type PictureField,
  cleanPicture,
  keepPicture,
  keptPictures,
  linkedAnswer,
  pictureLink,
  takePicture,
  withLinks,
} from './private-pictures.ts'
export { createSms, hasSms } from './sms/send.ts'
export { tenantStores } from './stores.ts'
