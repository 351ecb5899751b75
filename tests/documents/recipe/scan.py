"""Turns a printed PDF into a scan: grey, slightly rotated, speckled, one JPEG for each page."""
import io
import random

import pymupdf
from PIL import Image

DPI = 150
DEGREES = 0.5
JPEG_QUALITY = 45
SPECKLES = 400
GREY = 235


def scan(printed, out):
    chance = random.Random(out.name)
    scanned = pymupdf.open()
    for page in pymupdf.open(printed):
        pixels = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
        image = Image.frombytes('L', (pixels.width, pixels.height), pixels.samples)
        image = image.point(lambda value: value * GREY // 255).rotate(chance.uniform(-DEGREES, DEGREES), Image.BICUBIC, fillcolor=GREY)
        for _ in range(SPECKLES):
            image.putpixel((chance.randrange(image.width), chance.randrange(image.height)), chance.randrange(60, 200))
        jpeg = io.BytesIO()
        image.save(jpeg, 'JPEG', quality=JPEG_QUALITY)
        scanned.new_page(width=page.rect.width, height=page.rect.height).insert_image(page.rect, stream=jpeg.getvalue())
    scanned.save(out, garbage=4, deflate=True)
