import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    // Bundled: antd's own files import each other without extensions.
    server: { deps: { inline: [/antd/, /@rc-component/, /@ant-design/] } },
  },
})
