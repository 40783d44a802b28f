"""Scenes as SVG, for static pages, for print, and for boards that are not hydrated yet."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cattools.core.display.scene import Label, Mark, Part, Point, Scene, Shape, number
from cattools.render.draw_list import Layer, everything, of_part
from cattools.render.flow_layout import captions, flow
from cattools.render.theme import colour, tokens, variable

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def paint(token: str, theme: str) -> str:
    """Return a token as an SVG colour: its value in a theme or, for theme "", the page's CSS variable."""
    return colour(token, theme) if theme else f"var({variable(token)})"


def shape(item: Shape, theme: str) -> str:
    """Return one shape as an SVG element."""
    if isinstance(item, Label):
        return (
            f'<text x="{number(item.at[0])}" y="{number(item.at[1])}" font-size="{number(item.size)}" '
            f'font-weight="{item.weight}" text-anchor="middle" dominant-baseline="central" '
            f'fill="{paint(item.fill, theme)}">{escape(item.text, quote=False)}</text>'
        )
    parts = [f'<path d="{item.d}"']
    if item.at != (0.0, 0.0) or item.scale != 1 or item.wide != 1:
        scale = f" scale({item.scale:.4g})" if item.scale != 1 else ""
        scale = scale if item.wide == 1 else f" scale({item.scale * item.wide:.4g} {item.scale:.4g})"
        parts.append(f'transform="translate({number(item.at[0])} {number(item.at[1])}){scale}"')
    parts.append(f'fill="{paint(item.fill, theme) if item.fill else "none"}"')
    if item.stroke:
        parts.append(f'stroke="{paint(item.stroke, theme)}" stroke-width="{number(item.width)}"')
        if item.dash:
            parts.append(f'stroke-dasharray="{" ".join(number(d) for d in item.dash)}"')
    if item.alpha != 1:
        parts.append(f'opacity="{number(item.alpha)}"')
    return " ".join(parts) + "/>"


def shapes(items: Iterable[Shape], theme: str = "") -> str:
    """Return shapes as SVG elements in one group, with round caps and joins."""
    font = escape(tokens()["sizes"]["fontStack"]).replace('"', "'")
    inner = "".join(shape(item, theme) for item in items)
    return f'<g stroke-linecap="round" stroke-linejoin="round" font-family="{font}">{inner}</g>'


def svg(scene: Scene, marks: Iterable[Mark] = (), theme: str = "light") -> str:
    """Return a whole scene as an SVG document with its description; if `theme` is "", the page sets the colours."""
    places, size = flow(scene.parts)
    layers = everything(scene, places, marks)
    inner = "".join(_layer(layer, theme) for layer in layers if layer.shapes)
    return _document(size, scene.summary, inner + shapes(captions(scene.parts, places), theme))


def part_svg(part: Part, marks: Iterable[Mark] = (), theme: str = "") -> str:
    """Return one part as an SVG document; the page describes its areas and writes its caption."""
    return _document(part.size, "", shapes(of_part(part, marks), theme))


def drawing(size: Point, summary: str, items: Iterable[Shape]) -> str:
    """Return shapes as an SVG document in the page's colours."""
    return _document(size, summary, shapes(items))


def _document(size: Point, summary: str, inner: str) -> str:
    wide, tall = (number(n) for n in size)
    attributes = f'role="img" aria-label="{escape(summary)}"' if summary else 'aria-hidden="true"'
    return f'<svg {NAMESPACE} viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" {attributes}>{inner}</svg>'


def _layer(layer: Layer, theme: str) -> str:
    x, y, scale, _ = layer.place
    inner = shapes(layer.shapes, theme)
    if (x, y, scale) == (0, 0, 1):
        return inner
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale:.4g})">{inner}</g>'
