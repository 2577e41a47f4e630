import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../../platform/_stage.tsx'
import { PhotoInput } from './PhotoInput.tsx'

let isReadable: boolean
const chosen: string[] = []

beforeEach(() => {
  isReadable = true
  chosen.length = 0
  vi.stubGlobal('createImageBitmap', async () => {
    if (!isReadable) throw new Error('no picture')
    return { width: 600, height: 800, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['shrunk'], { type: 'image/jpeg' })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function choose(): void {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('there is nothing to choose a photo by')
  fireEvent.change(input, { target: { files: [new File(['x'], '照片.png', { type: 'image/png' })] } })
}

test('the photo that is chosen goes on as it is after the cut, and is shown', async () => {
  const take = (value: string) => void chosen.push(value)
  stage(<PhotoInput isThere={false} onChange={take} />)
  screen.getByText('选一张正面照，自动转正、裁成证件照并压缩')
  choose()
  await waitFor(() => expect(chosen).toEqual([`data:image/jpeg;base64,${btoa('shrunk')}`]))
})

test('a chosen one is shown, and may be changed', () => {
  stage(<PhotoInput isThere={false} value="data:image/jpeg;base64,AA==" />)
  expect(screen.getByRole('img', { name: '选好的照片' }).getAttribute('src')).toBe('data:image/jpeg;base64,AA==')
  screen.getByRole('button', { name: /换一张照片/ })
})

test('where the school has one, nothing need be chosen', () => {
  stage(<PhotoInput isThere />)
  screen.getByText('已有照片，没有变化不用换')
  screen.getByRole('button', { name: /换一张照片/ })
})

test('what is no picture is told, and nothing goes on', async () => {
  isReadable = false
  stage(<PhotoInput isThere={false} onChange={(value) => void chosen.push(value)} />)
  choose()
  await screen.findByText('打不开这张图片，请换一张jpg或png照片')
  expect(chosen).toEqual([])
})
