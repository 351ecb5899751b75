#!/usr/bin/env python3
"""Makes the models of this folder from the published PP-OCRv6 small ones.

    pip download --no-deps rapidocr==3.10.0         (sha256 below)
    pip install onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6 pillow
    apt-get install fonts-liberation fonts-dejavu fonts-noto-cjk    (calibration draws lines with them)
    python3 make.py rapidocr-3.10.0-py3-none-any.whl FOLDER

What comes out (see NOTICE for the licence):

    detect.float.onnx  detect.int8.onnx      picture -> probability that a pixel is print
    lines.float.onnx   lines.int8.onnx       line of 48 px -> 120 features every 8 px
    letters.onnx       letters.latin.onnx    features -> likeliest letter of each column, its score and probability
    letters.txt        letters.latin.txt     the alphabets, one letter a line; class 0 is "none", the last one a space

* float: weights are stored as 16-bit floats and widened when a session is made.
* int8: static quantisation of the convolutions alone, but for those that ONNX Runtime joins with their activation, which
  are faster as they are (on AVX2, CPU ms of detection and of a line of 1,280 px: float 286 and 127, every operator int8
  298 and 96, every convolution 291 and 88, these 247 and 75). Weights have 7 bits, since processors without VNNI add two
  products in 16 bits and saturate at 8; ranges come from lines and pages drawn here, some of them worn.
* The recogniser is cut before its last layer, so that the features of one line can be read with either alphabet.
"""
import hashlib
import io
import random
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper, version_converter
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from PIL import Image, ImageDraw, ImageFilter, ImageFont

WHEEL_SHA256 = '2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050'
# Before it the quantisation of single channels is unknown to ONNX.
OPSET = 17
LINE_HEIGHT = 48
LATIN_RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2010, 0x2027), (0x2030, 0x203A)]
# Letters that were rare in training come out below the plain one that they are drawn over. On 12 pages in ten languages the
# plain letter, where it is right, leads by 5.4 (l), 6.8 (d), 8.2 (t), 6.2 (i) and more, where it is wrong by 4 at most (i: 1).
RAISED = {**dict.fromkeys('ťŤ', 5), **dict.fromkeys('ďĎľĽ', 4), 'ı': 2.5}
# Typographic quotation marks come out below straight ones: in 17 faces, plain and worn, the straight one leads by 3 to 6 (“ ”: 1 to
# 3) where it is wrong, by 9 to 11 where it is right. Within so much the typographic one takes its place, and no other letter's.
STRAIGHT = {'‘': "'", '’': "'", '“': '"', '”': '"'}
STRAIGHT_LEADS = [6, 6, 4.5, 4.5]
LATIN_SIGNS = '€™©®°№←↑→↓≤≥≈≠±−×÷√∞•■□●○▪▲▼◆☐☑☒✓✔✗✕★☆□※'


def main(wheel: Path, folder: Path) -> None:
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL_SHA256:
        sys.exit(f'{wheel} is not the wheel that this was written for')
    with zipfile.ZipFile(wheel) as files:
        detect = onnx.load_from_string(files.read('rapidocr/models/PP-OCRv6_det_small.onnx'))
        recognise = onnx.load_from_string(files.read('rapidocr/models/PP-OCRv6_rec_small.onnx'))
    folder.mkdir(parents=True, exist_ok=True)
    alphabet = [''] + next(p.value for p in recognise.metadata_props if p.key == 'character').splitlines() + [' ']
    weights, bias, lines = without_head(recognise)
    if weights.shape[1] != len(alphabet):
        sys.exit('the alphabet does not fit the last layer')
    write_letters(folder, 'letters', weights, bias, alphabet, list(range(len(alphabet))))
    write_letters(folder, 'letters.latin', weights, bias, alphabet, latin_classes(alphabet))
    random.seed(6)
    numpy.random.seed(6)
    write_network(folder, 'detect', detect, [tensor_of(page(n)) for n in range(12)])
    write_network(folder, 'lines', lines, [tensor_of(line(n)) for n in range(180)])


def without_head(model):
    """The model up to the features that its last layer reads, and that layer's weights and bias."""
    head = next(node for node in model.graph.node if node.op_type == 'MatMul' and 'linear_8.w_0' in node.input)
    arrays = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer if t.name.startswith('linear_8.')}
    features = head.input[0]
    graph = model.graph
    needed, kept = {features}, []
    for node in reversed(graph.node):
        if any(output in needed for output in node.output):
            kept.append(node)
            needed.update(node.input)
    del graph.node[:]
    graph.node.extend(reversed(kept))
    initializers = [t for t in graph.initializer if t.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(initializers)
    del graph.output[:]
    shape = ['lines', 'columns', arrays['linear_8.w_0'].shape[0]]
    graph.output.append(helper.make_tensor_value_info(features, TensorProto.FLOAT, shape))
    return arrays['linear_8.w_0'], arrays['linear_8.b_0'], model


def latin_classes(alphabet):
    inside = lambda letter: any(low <= ord(letter) <= high for low, high in LATIN_RANGES) or letter in LATIN_SIGNS
    return [n for n, letter in enumerate(alphabet) if letter == '' or (len(letter) == 1 and inside(letter))]


def write_letters(folder, name, weights, bias, alphabet, classes):
    """Features [lines, columns, 120] -> class, raw score and probability of the likeliest letter, [lines, columns] each."""
    # One letter a line: a few entries hold two, and none holds a line's end.
    (folder / f'{name}.txt').write_text('\n'.join(alphabet[n] for n in classes) + '\n', encoding='utf-8')
    raised = numpy.array([RAISED.get(letter, 0) for letter in alphabet], dtype=numpy.float32)
    initializers = [
        numpy_helper.from_array(weights[:, classes].astype(numpy.float16), 'weights16'),
        numpy_helper.from_array((bias + raised)[classes], 'bias'),
    ]
    quotes, constants = quotes_preferred([alphabet[n] for n in classes])
    initializers.extend(constants)
    nodes = [
        helper.make_node('Cast', ['weights16'], ['weights'], to=TensorProto.FLOAT),
        helper.make_node('MatMul', ['features', 'weights'], ['product']),
        helper.make_node('Add', ['product', 'bias'], ['read']),
        *quotes,
        helper.make_node('ArgMax', ['scores'], ['class64'], axis=2, keepdims=0),
        helper.make_node('Cast', ['class64'], ['class'], to=TensorProto.INT32),
        helper.make_node('ReduceMax', ['scores'], ['highest'], axes=[2], keepdims=1),
        helper.make_node('Squeeze', ['highest', 'axis'], ['score']),
        helper.make_node('Sub', ['scores', 'highest'], ['below']),
        helper.make_node('Exp', ['below'], ['shares']),
        helper.make_node('ReduceSum', ['shares', 'axis'], ['sum'], keepdims=0),
        helper.make_node('Reciprocal', ['sum'], ['probability']),
    ]
    initializers.append(numpy_helper.from_array(numpy.array([2], dtype=numpy.int64), 'axis'))
    shape = ['lines', 'columns']
    graph = helper.make_graph(
        nodes,
        name,
        [helper.make_tensor_value_info('features', TensorProto.FLOAT, [*shape, weights.shape[0]])],
        [
            helper.make_tensor_value_info('class', TensorProto.INT32, shape),
            helper.make_tensor_value_info('score', TensorProto.FLOAT, shape),
            helper.make_tensor_value_info('probability', TensorProto.FLOAT, shape),
        ],
        initializers,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, folder / f'{name}.onnx')


def quotes_preferred(letters):
    """`read` -> `scores`: those of typographic quotation marks are lifted, to just above the straight one's at the most."""
    first, count = letters.index('‘'), len(STRAIGHT)
    if letters[first : first + count] != list(STRAIGHT):
        sys.exit('the typographic quotation marks do not follow each other')
    straight = [letters.index(STRAIGHT[letter]) for letter in letters[first : first + count]]
    numbers = {'straight_at': straight, 'from': [0], 'first': [first], 'after': [first + count], 'end': [len(letters)], 'last': [2]}
    constants = [numpy_helper.from_array(numpy.array(value, dtype=numpy.int64), name) for name, value in numbers.items()]
    constants.append(numpy_helper.from_array(numpy.array(STRAIGHT_LEADS, dtype=numpy.float32), 'leads'))
    constants.append(numpy_helper.from_array(numpy.array(0.01, dtype=numpy.float32), 'just'))
    nodes = [
        helper.make_node('Slice', ['read', 'from', 'first', 'last'], ['before']),
        helper.make_node('Slice', ['read', 'first', 'after', 'last'], ['marks']),
        helper.make_node('Slice', ['read', 'after', 'end', 'last'], ['behind']),
        helper.make_node('Gather', ['read', 'straight_at'], ['straight'], axis=2),
        helper.make_node('Add', ['straight', 'just'], ['above']),
        helper.make_node('Add', ['marks', 'leads'], ['led']),
        helper.make_node('Min', ['led', 'above'], ['lifted']),
        helper.make_node('Max', ['marks', 'lifted'], ['chosen']),
        helper.make_node('Concat', ['before', 'chosen', 'behind'], ['scores'], axis=2),
    ]
    return nodes, constants


class Samples(CalibrationDataReader):
    def __init__(self, name, tensors):
        self.feeds = iter([{name: tensor} for tensor in tensors])

    def get_next(self):
        return next(self.feeds, None)


def write_network(folder, name, model, samples):
    del model.graph.value_info[:]
    del model.metadata_props[:]
    model = version_converter.convert_version(model, OPSET)
    with tempfile.TemporaryDirectory() as work:
        raw, fused = f'{work}/raw.onnx', f'{work}/fused.onnx'
        onnx.save(model, raw)
        fuse(raw, fused)
        exact = onnx.load(fused)
        convolutions = [node.name for node in exact.graph.node if node.op_type == 'Conv']
        quantize_static(
            fused,
            folder / f'{name}.int8.onnx',
            Samples(exact.graph.input[0].name, samples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=['Conv'],
            # The first layer sees the pixels themselves.
            nodes_to_exclude=convolutions[:1],
        )
    onnx.save(halved(model), folder / f'{name}.float.onnx')


def fuse(source, target):
    """Joins what makes up a GELU, a layer's normalisation, a convolution with its activation."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = target
    onnxruntime.InferenceSession(source, options, providers=['CPUExecutionProvider'])


def halved(model):
    """The same model, its large weights stored in half as many bytes."""
    graph, casts = model.graph, []
    for tensor in graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != numpy.float32 or array.size < 1024:
            continue
        stored = f'{tensor.name}.half'
        casts.append(helper.make_node('Cast', [stored], [tensor.name], to=TensorProto.FLOAT))
        tensor.CopyFrom(numpy_helper.from_array(array.astype(numpy.float16), stored))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(casts + nodes)
    return model


# Calibration: what print looks like, drawn here.

LATIN = ('The quick brown fox jumps over the lazy dog. Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. '
         'Portez ce vieux whisky au juge blond qui fume. Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń. '
         'Pijamalı hasta yağız şoföre çabucak güvendi. TOTAL 1,284.50 RM 17/03/2018 14:52 QTY 2 @ 9.90 GST 6% 0.56 '
         'Invoice No. 2019-00417 (see § 12.3) user@example.org +49 30 901820 [x] 3/4 "quoted" – dash • item').split()
CHINESE = '今天天气很好我们一起去公园散步然后回家吃饭中华人民共和国国务院关于进一步加强工作的通知第一条为了保护公民法人和其他组织的合法权益'
JAPANESE = 'これは日本語の文章です。コンピューターの設定を変更するには、次の手順に従ってください。東京都千代田区'
FONTS = '/usr/share/fonts'


def font(size, script):
    chinese = script != 'latin'
    names = ['opentype/noto/NotoSansCJK-Regular.ttc', 'opentype/noto/NotoSerifCJK-Regular.ttc'] if chinese else [
        'truetype/liberation/LiberationSerif-Regular.ttf', 'truetype/liberation/LiberationSans-Regular.ttf',
        'truetype/liberation/LiberationSans-Bold.ttf', 'truetype/liberation/LiberationMono-Regular.ttf',
        'truetype/dejavu/DejaVuSans.ttf', 'truetype/liberation/LiberationSerif-Italic.ttf']
    return ImageFont.truetype(f'{FONTS}/{random.choice(names)}', size)


def words(count, script):
    if script == 'latin':
        return ' '.join(random.choice(LATIN) for _ in range(count))
    text = CHINESE if script == 'chinese' else JAPANESE
    start = random.randrange(len(text) - 10)
    return text[start:start + count * 3]


def worn(image, degree):
    """0: as drawn; 1: low contrast, blur and noise of a bad scan."""
    array = numpy.asarray(image.filter(ImageFilter.GaussianBlur(1.2 * degree)), dtype=numpy.float32)
    array = 255 - (255 - array) * (1 - 0.5 * degree) - 40 * degree * random.random()
    array += numpy.random.normal(0, 14 * degree, array.shape)
    return Image.fromarray(numpy.clip(array, 0, 255).astype(numpy.uint8))


def line(n):
    script = ['latin', 'latin', 'latin', 'chinese', 'japanese'][n % 5]
    size = random.randrange(26, 38)
    face = font(size, script)
    text = words(random.randrange(1, 9), script)
    width = max(24, int(face.getlength(text)) + 12)
    image = Image.new('L', (min(width, 1600), LINE_HEIGHT), 255)
    ImageDraw.Draw(image).text((6, (LINE_HEIGHT - size * 1.2) / 2), text, fill=random.randrange(0, 60), font=face)
    if n % 11 == 0:
        image = Image.eval(image, lambda value: 255 - value)
    return worn(image, random.choice([0, 0, 0.3, 0.6, 1]))


def page(n):
    image = Image.new('L', (704, 960), 255)
    draw = ImageDraw.Draw(image)
    y = 30
    while y < 930:
        size = random.choice([10, 11, 12, 12, 13, 16, 24])
        left = random.choice([30, 30, 30, 60, 340])
        draw.text((left, y), words(random.randrange(2, 13), random.choice(['latin', 'latin', 'chinese'])), fill=0, font=font(size, 'chinese'))
        if random.random() < 0.1:
            draw.line((20, y, 680, y), fill=0, width=1)
        y += int(size * random.choice([1.3, 1.3, 2.5]))
    return worn(image, random.choice([0, 0.3, 0.6]))


def tensor_of(image):
    grey = numpy.asarray(image, dtype=numpy.float32) / 127.5 - 1
    return numpy.ascontiguousarray(numpy.broadcast_to(grey, (1, 3, *grey.shape)))


if __name__ == '__main__':
    main(Path(sys.argv[1]), Path(sys.argv[2]))
