"""A backend of matplotlib without windows: `plt.show()` adds the open figures to the tool's result."""
# Loaded by matplotlib itself, by the name in MPLBACKEND:
# https://matplotlib.org/stable/users/explain/figure/writing_a_backend_pyplot_interface.html

from matplotlib._pylab_helpers import Gcf
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import images


class FigureManager(FigureManagerBase):
    def show(self):
        images.show(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *, block=None):
        for manager in Gcf.get_all_fig_managers():
            manager.show()
        # As after the windows are closed: the next call draws new figures.
        Gcf.destroy_all()


class FigureCanvas(FigureCanvasAgg):
    manager_class = FigureManager


# Versions before 3.7 look for it here.
show = FigureManager.pyplot_show
