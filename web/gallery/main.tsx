import '../src/kit/theme/styles.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

const place = document.getElementById('root')
if (place) createRoot(place).render(<Gallery />)
