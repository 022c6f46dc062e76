import DefaultTheme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/ibm-plex-sans/wght.css'
import './theme.css'

export default DefaultTheme
