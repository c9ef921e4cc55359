"""Sudoku with a window: click a square, type a digit."""
import tkinter as tk

window = tk.Tk()
window.title('Sudoku')
for r in range(9):
    for c in range(9):
        tk.Entry(window, width=2).grid(row=r, column=c)
tk.Button(window, text='Close', command=window.destroy).grid(row=9, column=0, columnspan=9)
window.mainloop()
