// The methods and constructors of a Java tree, by javac's own parser. Needs a JDK (17 or later).
// Run as: java java.java ROOT
import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

class Extract {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        List<Path> files;
        try (var walk = Files.walk(root)) {
            files = walk.filter(p -> p.toString().endsWith(".java") && Files.isRegularFile(p)).toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) throw new IllegalStateException("install a JDK: this is only a JRE");
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        TreeSet<String> rows = new TreeSet<>();
        for (Path file : files) {
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) compiler.getTask(
                null, manager, problems, List.of("-proc:none"), null, manager.getJavaFileObjects(file));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            String text = Files.readString(file);
            for (CompilationUnitTree unit : task.parse()) {
                new TreeScanner<Void, String>() {
                    @Override
                    public Void visitClass(ClassTree tree, String holder) {
                        return super.visitClass(tree, tree.getSimpleName().toString());
                    }

                    @Override
                    public Void visitMethod(MethodTree tree, String holder) {
                        if (tree.getBody() != null) {
                            String name = tree.getName().toString();
                            if (name.equals("<init>")) name = holder;
                            long start = positions.getStartPosition(unit, tree);
                            long body = positions.getStartPosition(unit, tree.getBody());
                            // The name is the last word before the parameters.
                            int at = lastWord(text, name, (int) start, (int) body);
                            long line = unit.getLineMap().getLineNumber(at);
                            rows.add(root.relativize(file) + "\t" + line + "\t" + name);
                        }
                        return super.visitMethod(tree, holder);
                    }
                }.scan(unit, "");
            }
        }
        rows.forEach(System.out::println);
    }

    static int lastWord(String text, String name, int start, int end) {
        for (int at = start; (at = text.indexOf(name, at)) >= 0 && at < end; at++) {
            int after = at + name.length();
            while (after < end && Character.isWhitespace(text.charAt(after))) after++;
            boolean starts = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
            if (starts && (text.charAt(after) == '(' || text.charAt(after) == '{')) return at;
        }
        return start;
    }
}
