import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './seal-mould.page.tsx'

beforeEach(() => {
  grant('sealmould_view', 'sealmould_add')
  serve({
    list: () => ({ data: { records: [], total: 0, size: 20, current: 1, pages: 0 } }),
    dictionary: () => ({ data: [{ dictKey: '1', dictValue: '圆形' }] }),
    preview: () => ({ data: { svg: '<svg/>' } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the seal is shown while its text is typed', async () => {
  stage(<Page />)
  fireEvent.click((await screen.findAllByRole('button', { name: /新增/ }))[0] as Element)
  await screen.findByText('填写印文后在此预览')
  expect(callsTo('preview')).toHaveLength(0)
  fireEvent.change(await screen.findByLabelText('印文'), { target: { value: '示例中学' } })
  const picture = await screen.findByAltText('印模预览')
  expect(picture.getAttribute('src')).toBe('data:image/svg+xml;utf8,%3Csvg%2F%3E')
  await waitFor(() => expect(callsTo('preview').at(-1)?.query.get('sealText')).toBe('示例中学'))
  expect(callsTo('preview').at(-1)?.query.get('widthMm')).toBe('42')
})
