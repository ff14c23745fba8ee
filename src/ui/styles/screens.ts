/** The kit's styles that the screens need and the first one does not; imported before a screen's own styles. */
import './pages.css';
import './controls.css';
import './details.css';
import './more-icons.css';
