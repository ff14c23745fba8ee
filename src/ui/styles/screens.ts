/** The kit's styles for every screen but the first; import it before a screen's own styles. */
import './pages.css';
import './forms.css';
import './controls.css';
import './details.css';
import './more-icons.css';
