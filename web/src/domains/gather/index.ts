export { ParentPage } from './parents/ParentPage.tsx'
