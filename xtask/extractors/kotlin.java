// The functions of a Kotlin tree, by the parser of the Kotlin compiler itself. Needs a JDK and the
// embeddable compiler (kotlin-compiler-embeddable.jar; Debian's package `kotlin` has it) on the class path.
// Run as: java -cp kotlin-compiler-embeddable.jar:kotlin-stdlib.jar kotlin.java ROOT
import java.nio.file.*;
import java.util.*;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.*;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.idea.KotlinLanguage;
import org.jetbrains.kotlin.psi.*;

class Extract {
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        var configuration = new CompilerConfiguration();
        configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        var environment = KotlinCoreEnvironment.createForProduction(
            Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        var factory = PsiFileFactory.getInstance(environment.getProject());
        List<Path> files;
        try (var walk = Files.walk(root)) {
            files = walk.filter(p -> p.toString().matches(".*\\.kts?") && Files.isRegularFile(p)).toList();
        }
        TreeSet<String> rows = new TreeSet<>();
        for (Path file : files) {
            String text = Files.readString(file).replace("\r\n", "\n");
            PsiFile tree = factory.createFileFromText(file.getFileName().toString(), KotlinLanguage.INSTANCE, text);
            tree.accept(new KtTreeVisitorVoid() {
                @Override
                public void visitNamedFunction(KtNamedFunction function) {
                    add(function.getNameIdentifier(), function.hasBody());
                    super.visitNamedFunction(function);
                }

                @Override
                public void visitSecondaryConstructor(KtSecondaryConstructor constructor) {
                    add(constructor.getConstructorKeyword(), constructor.hasBody());
                    super.visitSecondaryConstructor(constructor);
                }

                void add(PsiElement name, boolean hasBody) {
                    if (name == null || !hasBody) return;
                    long line = text.substring(0, name.getTextOffset()).lines().count();
                    boolean first = name.getTextOffset() == 0 || text.charAt(name.getTextOffset() - 1) == '\n';
                    rows.add(root.relativize(file) + "\t" + (first ? line + 1 : line) + "\t" + name.getText());
                }
            });
        }
        rows.forEach(System.out::println);
        System.exit(0);
    }
}
