// Calls a method of compiled classes for each puzzle, and writes the results as JSON lines, as worker.py does.
// The arguments are the folder of the classes and the class that comes first. Static fields, and the objects that they
// refer to, are restored before each call, so each call starts from the state that `main` would find.

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class CrosscoverWorker {
    /** A call, which returns the result and the board afterwards. */
    interface Call {
        Object[] on(Puzzle puzzle) throws ReflectiveOperationException;
    }

    /** A puzzle as it was sent: numbers or characters. */
    static class Puzzle {
        private final int[] cells;
        private final boolean isText;

        Puzzle(int[] cells, boolean isText) {
            this.cells = cells;
            this.isText = isText;
        }

        int side() {
            return (int) Math.round(Math.sqrt(cells.length));
        }

        static Puzzle read(String line) {
            boolean isText = line.indexOf('"') >= 0;
            if (!isText)
                return new Puzzle(Arrays.stream(line.replaceAll("[^0-9,-]", "").split(",")).mapToInt(Integer::parseInt).toArray(), false);
            String text = line.startsWith("\"") ? line.substring(1, line.length() - 1)
                : line.replaceAll("\"(.)\"|[^\"]", "$1");
            return new Puzzle(text.chars().toArray(), true);
        }

        /** Returns the board as a value of a type; null if the type holds no board of these cells. */
        Object as(Class<?> type) {
            int side = side();
            if (type == String.class && isText)
                return text(0, cells.length);
            if (!type.isArray() || (type.getComponentType() == String.class && !isText))
                return null;
            Class<?> item = type.getComponentType();
            boolean isFlat = !item.isArray() && item != String.class;
            Object board = Array.newInstance(item, isFlat ? cells.length : side);
            for (int at = 0; at < cells.length; at++) {
                if (item == String.class) {
                    Array.set(board, at / side, text(at / side * side, side));
                    continue;
                }
                Class<?> cell = isFlat ? item : item.getComponentType();
                Object value = value(cell, cells[at]);
                if (value == null)
                    return null;
                if (!isFlat && Array.get(board, at / side) == null)
                    Array.set(board, at / side, Array.newInstance(cell, side));
                Array.set(isFlat ? board : Array.get(board, at / side), isFlat ? at : at % side, value);
            }
            return board;
        }

        private String text(int start, int count) {
            return new String(cells, start, count);
        }

        private Object value(Class<?> cell, int value) {
            if (cell == char.class || cell == Character.class)
                return isText ? (Object) (char) value : null;
            if (cell == String.class)
                return isText ? Character.toString(value) : null;
            if (isText)
                return null;
            if (cell == byte.class || cell == Byte.class)
                return (byte) value;
            if (cell == short.class)
                return (short) value;
            boolean isWide = cell.isPrimitive() && cell != boolean.class; // Array.set converts to long or double
            return isWide || cell == Integer.class ? (Object) value : null;
        }
    }

    static final Map<String, Call> CALLS = new LinkedHashMap<>();
    static final List<Class<?>> CLASSES = new ArrayList<>();
    static final List<Restored> STATE = new ArrayList<>();

    /** An assignment that restores a field or an array. */
    interface Restored {
        void restore() throws IllegalAccessException;
    }

    static boolean isBoard(Class<?> type) {
        Class<?> item = type;
        int depth = 0;
        for (; item.isArray(); depth++)
            item = item.getComponentType();
        return type == String.class || (depth > 0 && depth <= 2 && (item.isPrimitive() || item == String.class || item == Integer.class || item == Character.class));
    }

    static boolean isGrid(Field field) {
        return isBoard(field.getType()) && field.getType() != String.class;
    }

    /** Returns arguments: the board for the first parameter that takes one, the side or 0 for numbers. */
    static Object[] arguments(Executable target, Object board) {
        Object[] values = new Object[target.getParameterCount()];
        boolean isGiven = false;
        for (int at = 0; at < values.length; at++) {
            Class<?> type = target.getParameterTypes()[at];
            boolean isSize = target.getParameters()[at].getName().matches("(?i)n|size|len|length|side|dim\\w*");
            if (holdsBoard(type) && !isGiven) {
                values[at] = board;
                isGiven = true;
            } else if (type == int.class)
                values[at] = isSize && board != null && board.getClass().isArray() ? Array.getLength(board) : 0;
            else if (type == boolean.class)
                values[at] = false;
        }
        return values;
    }

    static Class<?> boardOf(Executable target) {
        return Arrays.stream(target.getParameterTypes()).filter(CrosscoverWorker::holdsBoard).findFirst().orElse(null);
    }

    /** Returns whether a type is a board, or a class of the folder with a constructor that takes one. */
    static boolean holdsBoard(Class<?> type) {
        return isBoard(type) || wrapper(type) != null;
    }

    static Constructor<?> wrapper(Class<?> type) {
        if (!CLASSES.contains(type))
            return null;
        for (Constructor<?> constructor : constructors(type))
            if (Arrays.stream(constructor.getParameterTypes()).anyMatch(CrosscoverWorker::isBoard))
                return constructor;
        return null;
    }

    /** Returns the board of an object, or the board itself. */
    static Object shown(Object holder) throws IllegalAccessException {
        if (holder == null || !CLASSES.contains(holder.getClass()))
            return holder;
        for (Field field : holder.getClass().getDeclaredFields())
            if (isGrid(field)) {
                field.setAccessible(true);
                return field.get(holder);
            }
        return null;
    }

    static Object boardFor(Puzzle puzzle, Class<?> type) throws ReflectiveOperationException {
        Constructor<?> wrapper = wrapper(type);
        if (wrapper != null)
            return wrapper.newInstance(arguments(wrapper, boardFor(puzzle, boardOf(wrapper))));
        Object board = puzzle.as(type);
        if (board == null)
            throw new IllegalArgumentException("the board is " + type.getSimpleName());
        return board;
    }

    static Object made(Class<?> owner, Object board) throws ReflectiveOperationException {
        for (Constructor<?> constructor : constructors(owner))
            if (constructor.getParameterCount() == 0)
                return constructor.newInstance();
        for (Constructor<?> constructor : constructors(owner))
            return constructor.newInstance(arguments(constructor, boardOf(constructor) == null ? null : board));
        throw new IllegalArgumentException("no constructor");
    }

    static List<Constructor<?>> constructors(Class<?> owner) {
        List<Constructor<?>> all = Arrays.asList(owner.getDeclaredConstructors());
        all.forEach(constructor -> constructor.setAccessible(true));
        all.sort(Comparator.comparingInt(Constructor::getParameterCount));
        return all;
    }

    static void add(Class<?> owner, Method method, Call call) {
        String name = owner.getSimpleName() + "." + method.getName();
        String numbered = name;
        for (int number = 2; CALLS.containsKey(numbered); number++)
            numbered = name + "@" + number;
        CALLS.put(numbered, call);
    }

    /** Adds the ways to call a method: with a board, or of an object or a class that holds one. */
    static void addCalls(Class<?> owner, Method method) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Class<?> type = boardOf(method);
        method.setAccessible(true);
        if (type != null) {
            add(owner, method, puzzle -> {
                Object board = boardFor(puzzle, type);
                Object result = method.invoke(isStatic ? null : made(owner, board), arguments(method, board));
                return new Object[] {result, board};
            });
            return;
        }
        int known = CALLS.size();
        List<Field> fields = Arrays.stream(owner.getDeclaredFields()).filter(CrosscoverWorker::isGrid).collect(Collectors.toList());
        fields.forEach(field -> field.setAccessible(true));
        for (Constructor<?> constructor : isStatic ? List.<Constructor<?>>of() : constructors(owner)) {
            Class<?> given = boardOf(constructor);
            if (given != null)
                add(owner, method, puzzle -> {
                    Object board = boardFor(puzzle, given);
                    Object object = constructor.newInstance(arguments(constructor, board));
                    Object result = method.invoke(object, arguments(method, null));
                    return new Object[] {result, fields.isEmpty() ? board : fields.get(0).get(object)};
                });
        }
        for (Field field : fields)
            if (!isStatic || Modifier.isStatic(field.getModifiers()))
                add(owner, method, puzzle -> {
                    Object object = isStatic ? null : made(owner, null);
                    Object board = boardFor(puzzle, field.getType());
                    Object old = field.get(object);
                    if (Modifier.isFinal(field.getModifiers()) && Modifier.isStatic(field.getModifiers()))
                        copy(board, old);
                    else
                        field.set(object, board);
                    Object result = method.invoke(object, arguments(method, null));
                    return new Object[] {result, field.get(object)};
                });
        if (CALLS.size() == known && method.getName().startsWith("solve") && method.getParameterCount() > 0)
            add(owner, method, puzzle -> { // no other method stands in for it
                throw new IllegalArgumentException("crosscover has no argument of this type");
            });
    }

    static void copy(Object from, Object to) {
        for (int at = 0; at < Array.getLength(from); at++)
            if (Array.get(from, at).getClass().isArray())
                copy(Array.get(from, at), Array.get(to, at));
            else
                Array.set(to, at, Array.get(from, at));
    }

    /** Saves the static fields of the classes, and what they refer to: arrays, objects of the classes and of java.util. */
    static void save() throws IllegalAccessException {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> found = new ArrayDeque<>();
        for (Class<?> type : CLASSES)
            saveFields(type, null, found);
        while (!found.isEmpty()) {
            Object value = found.pop();
            if (!seen.add(value))
                continue;
            Class<?> type = value.getClass();
            if (type.isArray()) {
                int length = Array.getLength(value);
                Object copy = Array.newInstance(type.getComponentType(), length);
                System.arraycopy(value, 0, copy, 0, length);
                STATE.add(() -> System.arraycopy(copy, 0, value, 0, length));
                if (!type.getComponentType().isPrimitive())
                    for (Object item : (Object[]) value)
                        if (item != null)
                            found.push(item);
            }
            for (; type != null && (CLASSES.contains(type) || RESTORED.matcher(type.getName()).matches()); type = type.getSuperclass())
                saveFields(type, value, found);
        }
    }

    static final Pattern RESTORED = Pattern.compile("java\\.util\\.[\\w$]+|java\\.lang\\.(Abstract)?StringBu\\w+");

    /** Saves the fields of an object, or the static fields of a class, and adds their values to those found. */
    static void saveFields(Class<?> type, Object object, Deque<Object> found) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) != (object == null) || field.isSynthetic())
                continue;
            field.setAccessible(true);
            Object value = field.get(object);
            if (!Modifier.isFinal(field.getModifiers()))
                STATE.add(() -> field.set(object, value));
            if (value != null)
                found.push(value);
        }
    }

    static String json(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number)
            return String.valueOf(value);
        if (value instanceof String || value instanceof Character)
            return quoted(value.toString());
        if (value instanceof Collection)
            return ((Collection<?>) value).stream().map(CrosscoverWorker::json).collect(Collectors.joining(",", "[", "]"));
        if (!value.getClass().isArray())
            return "null";
        StringBuilder text = new StringBuilder("[");
        for (int at = 0; at < Array.getLength(value); at++)
            text.append(at == 0 ? "" : ",").append(json(Array.get(value, at)));
        return text.append("]").toString();
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : text.toCharArray())
            quoted.append(character < ' ' || character > 126 || character == '"' || character == '\\'
                ? String.format("\\u%04x", (int) character) : String.valueOf(character));
        return quoted.append("\"").toString();
    }

    static String raised(Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        boolean isOurs = trace.length == 0 || trace[0].getClassName().startsWith("CrosscoverWorker");
        String place = isOurs ? "" : " at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
        return "\"raised\":" + quoted(error + place) + ",\"exception\":[" + quoted(error.getClass().getSimpleName()) + ","
            + quoted(error.getClass().getName()) + "],\"memory\":" + (error instanceof OutOfMemoryError);
    }

    static String fields(Call call, Puzzle puzzle) {
        try {
            for (Restored saved : STATE)
                saved.restore();
            Object[] results = call.on(puzzle);
            return "\"returned\":" + json(shown(results[0])) + ",\"argument\":" + json(shown(results[1]));
        } catch (InvocationTargetException error) {
            return raised(error.getCause());
        } catch (ReflectiveOperationException | RuntimeException error) {
            return raised(error);
        }
    }

    static void load(Path folder, String first) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class")).sorted().collect(Collectors.toList())) {
                String name = folder.relativize(file).toString().replaceAll("\\.class$", "").replace('/', '.');
                if (name.startsWith("CrosscoverWorker"))
                    continue;
                try {
                    Class<?> type = Class.forName(name);
                    type.getDeclaredMethods();
                    CLASSES.add(type);
                } catch (LinkageError error) {
                    error.printStackTrace(); // a class that cannot be initialized
                }
            }
        }
        CLASSES.sort(Comparator.comparing(type -> !type.getSimpleName().equals(first)));
        for (Class<?> type : CLASSES) {
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing((Method method) -> !Modifier.isPublic(method.getModifiers()))
                .thenComparing(Method::getName).thenComparingInt(Method::getParameterCount));
            for (Method method : methods)
                if (!method.isSynthetic() && !method.getName().equals("main"))
                    addCalls(type, method);
        }
        save();
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(System.err);
        load(Path.of(arguments[0]), arguments[1]);
        String names = CALLS.keySet().stream()
            .map(name -> "{\"name\":" + quoted(name) + ",\"kind\":\"function\",\"least\":1,\"most\":1}")
            .collect(Collectors.joining(","));
        answers.print("{\"loaded\":[" + names + "]}\n");
        answers.flush();
        String header = input.readLine();
        if (header == null)
            return;
        Call call = CALLS.get(header.replaceAll(".*\"expression\": \"([^\"]*)\".*", "$1"));
        boolean isPrinted = header.contains("\"printed\": true");
        long start = System.nanoTime();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            if (isPrinted)
                System.setOut(new PrintStream(printed, true));
            String record = fields(call, Puzzle.read(line));
            System.out.flush();
            if (isPrinted)
                record += ",\"printed\":" + quoted(printed.toString(StandardCharsets.UTF_8));
            answers.print("{" + record + "}\n");
            answers.flush();
        }
        answers.print("{\"seconds\":" + (System.nanoTime() - start) / 1e9 + ",\"changed\":[]}\n");
        answers.flush();
        System.exit(0); // regardless of threads of the solver
    }
}
