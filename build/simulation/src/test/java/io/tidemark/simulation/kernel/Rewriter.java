package io.tidemark.simulation.kernel;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Rewrites one class: its calls to replaced methods, its monitors, and the order of its immutable
 * maps and sets. What it calculates stays the same.
 */
final class Rewriter extends ClassVisitor {
  private static final String KERNEL = Type.getInternalName(Kernel.class);
  private static final String VALUES = Type.getInternalName(JdkValues.class);
  private static final String LOCKED = "$locked";
  private static final Set<String> WITH_FUNCTIONS =
      Set.of("computeIfAbsent", "computeIfPresent", "compute", "merge");
  private static final List<String> MAPS =
      List.of(
          "java/util/Map",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/ConcurrentHashMap");

  private final Replacements replacements;
  private final BiConsumer<String, String> foreignCalls;
  private String className = "";
  private boolean isInterface;

  /**
   * @param foreignCalls if not null, gets each call that is not replaced: the method that calls,
   *     and the called one with the class of the JDK or of a library that declares it
   */
  Rewriter(ClassVisitor next, Replacements replacements, BiConsumer<String, String> foreignCalls) {
    super(Replacements.API, next);
    this.replacements = replacements;
    this.foreignCalls = foreignCalls;
  }

  @Override
  public void visit(
      int version, int access, String name, String generic, String parent, String[] interfaces) {
    className = name;
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, generic, parent, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String generic, String[] thrown) {
    if ((access & Opcodes.ACC_SYNCHRONIZED) == 0) {
      return new Body(super.visitMethod(access, name, descriptor, generic, thrown), name);
    }
    int open = access & ~Opcodes.ACC_SYNCHRONIZED;
    addLocking(
        super.visitMethod(open, name, descriptor, generic, thrown), access, name, descriptor);
    int hidden =
        open & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL)
            | Opcodes.ACC_PRIVATE
            | Opcodes.ACC_SYNTHETIC;
    return new Body(super.visitMethod(hidden, name + LOCKED, descriptor, null, thrown), name);
  }

  /** A method that enters the monitor, calls the one with the code, and leaves the monitor. */
  private void addLocking(MethodVisitor out, int access, String name, String descriptor) {
    boolean ofClass = (access & Opcodes.ACC_STATIC) != 0;
    Label begin = new Label();
    Label end = new Label();
    Label failed = new Label();
    out.visitCode();
    out.visitTryCatchBlock(begin, end, failed, null);
    pushMonitor(out, ofClass);
    callKernel(out, "enter");
    out.visitLabel(begin);
    int local = 0;
    if (!ofClass) {
      out.visitVarInsn(Opcodes.ALOAD, local++);
    }
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      out.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
    out.visitMethodInsn(
        ofClass ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
        className,
        name + LOCKED,
        descriptor,
        isInterface);
    out.visitLabel(end);
    pushMonitor(out, ofClass);
    callKernel(out, "exit");
    out.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
    out.visitLabel(failed);
    out.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
    pushMonitor(out, ofClass);
    callKernel(out, "exit");
    out.visitInsn(Opcodes.ATHROW);
    out.visitMaxs(0, 0);
    out.visitEnd();
  }

  private void pushMonitor(MethodVisitor out, boolean ofClass) {
    if (ofClass) {
      out.visitLdcInsn(Type.getObjectType(className));
    } else {
      out.visitVarInsn(Opcodes.ALOAD, 0);
    }
  }

  private static void callKernel(MethodVisitor out, String name) {
    out.visitMethodInsn(Opcodes.INVOKESTATIC, KERNEL, name, "(Ljava/lang/Object;)V", false);
  }

  /** The code of a method. */
  private final class Body extends MethodVisitor {
    private final String name;

    Body(MethodVisitor next, String name) {
      super(Replacements.API, next);
      this.name = name;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      if (name.equals("<clinit>")) {
        atomic("atomicBegins");
      }
    }

    private void atomic(String method) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, KERNEL, method, "()V", false);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
        callKernel(mv, opcode == Opcodes.MONITORENTER ? "enter" : "exit");
        return;
      }
      if (opcode == Opcodes.RETURN && name.equals("<clinit>")) {
        atomic("atomicEnds");
      }
      super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean ofInterface) {
      if (opcode == Opcodes.INVOKESPECIAL) {
        note(owner, method, descriptor);
        super.visitMethodInsn(opcode, owner, method, descriptor, ofInterface);
        return;
      }
      Optional<Replacements.Method> other = replacements.of(owner, method, descriptor);
      if (other.isPresent() && !other.get().owner().equals(className)) {
        replace(other.get(), descriptor);
        return;
      }
      note(owner, method, descriptor);
      boolean calls = MAPS.contains(owner) && WITH_FUNCTIONS.contains(method);
      if (calls) {
        atomic("atomicBegins");
      }
      super.visitMethodInsn(opcode, owner, method, descriptor, ofInterface);
      if (calls) {
        atomic("atomicEnds");
      }
      order(opcode, owner, method, descriptor);
    }

    /** The result is cast if the replacement returns something more general. */
    private void replace(Replacements.Method other, String descriptor) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, other.owner(), other.name(), other.descriptor(), false);
      Type wanted = Type.getReturnType(descriptor);
      if (!wanted.equals(Type.getReturnType(other.descriptor()))) {
        super.visitTypeInsn(Opcodes.CHECKCAST, wanted.getInternalName());
      }
    }

    private void order(int opcode, String owner, String method, String descriptor) {
      boolean makes =
          opcode == Opcodes.INVOKESTATIC
              && (owner.equals("java/util/Map") || owner.equals("java/util/Set"))
              && Set.of("of", "copyOf", "ofEntries").contains(method);
      if (makes) {
        String type = "L" + owner + ";";
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, VALUES, "ordered", "(" + type + ")" + type, false);
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      Object[] replaced = arguments.clone();
      for (int i = 0; i < replaced.length; i++) {
        if (replaced[i] instanceof Handle handle) {
          replaced[i] = replaced(handle);
        }
      }
      super.visitInvokeDynamicInsn(method, descriptor, bootstrap, replaced);
    }

    private Handle replaced(Handle handle) {
      int kind = handle.getTag();
      if (kind == Opcodes.H_INVOKESPECIAL || kind == Opcodes.H_NEWINVOKESPECIAL) {
        note(handle.getOwner(), handle.getName(), handle.getDesc());
        return handle;
      }
      Optional<Replacements.Method> other =
          replacements.of(handle.getOwner(), handle.getName(), handle.getDesc());
      if (other.isEmpty() || other.get().owner().equals(className)) {
        note(handle.getOwner(), handle.getName(), handle.getDesc());
        return handle;
      }
      return new Handle(
          Opcodes.H_INVOKESTATIC,
          other.get().owner(),
          other.get().name(),
          other.get().descriptor(),
          false);
    }

    private void note(String owner, String method, String descriptor) {
      if (foreignCalls != null && !owner.startsWith("[")) {
        replacements
            .foreignOwner(owner, method, descriptor)
            .ifPresent(
                foreign ->
                    foreignCalls.accept(
                        className + "." + name, foreign + "." + method + descriptor));
      }
    }
  }
}
