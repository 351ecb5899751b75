# Raises those of a worker's walls that need system calls, then becomes the worker. walls.ts says which, in the variable
# WALLS: a wall a line, its words parted by tabs. One that cannot be raised ends the worker before it has begun.
# Perl: it makes any system call, takes 2 ms to start, and is a part of every Debian.
use strict;
use warnings;

my $AT_FDCWD = -100;
my $AT_RECURSIVE = 0x8000;
my $O_PATH_CLOEXEC = 012000000;
my $PR_SET_SECCOMP = 22;
my $PR_CAPBSET_DROP = 24;
my $PR_SET_NO_NEW_PRIVS = 38;
my $PR_CAP_AMBIENT = 47;
my $PR_CAP_AMBIENT_CLEAR_ALL = 4;
my $SECCOMP_MODE_FILTER = 2;
my $LANDLOCK_CREATE_RULESET = 444;
my $LANDLOCK_ADD_RULE = 445;
my $LANDLOCK_RESTRICT_SELF = 446;
my $LANDLOCK_RULE_PATH_BENEATH = 1;
my $MOUNT_SETATTR = 442;
my $MOUNT_ATTR_RDONLY_NOSUID_NODEV = 7;
my $MS_NOSUID_NODEV_NOEXEC = 14;
my $MS_BIND_REC = 010000 | 040000;
my $MNT_DETACH = 2;
my $CAPABILITY_VERSION_3 = 0x20080522;
my $CAPABILITIES = 64;

my ($ruleset, $root);

# Numbers are passed as numbers and everything else by its address, which must not be that of a constant.
sub call {
    my ($number, @arguments) = @_;
    return syscall($number + 0, @arguments);
}

sub must {
    my ($what, @call) = @_;
    my $answer = call(@call);
    die "$what: $!\n" if $answer == -1;
    return $answer;
}

# Where a path is in the new root; the folders above it are made.
sub place {
    my ($path) = @_;
    my ($at, @parts) = ($root, grep { $_ ne '' } split m{/}, $path);
    my $last = pop @parts;
    for my $part (@parts) {
        $at .= "/$part";
        mkdir $at, 0755;
    }
    return "$at/$last";
}

sub read_only {
    my ($path) = @_;
    my $attributes = pack('Q4', $MOUNT_ATTR_RDONLY_NOSUID_NODEV, 0, 0, 0);
    must($path, $MOUNT_SETATTR, $AT_FDCWD, $path, $AT_RECURSIVE, $attributes, length $attributes);
}

# The first words are numbers of system calls, which differ from one processor to the next.
my %raise = (
    # A file system with nothing in it, over a folder that the worker needs nothing of.
    'root' => sub {
        my ($mount, $over) = @_;
        must($over, $mount, 'walls', $over, 'tmpfs', $MS_NOSUID_NODEV_NOEXEC, 'mode=755');
        $root = $over;
    },
    'root-path' => sub {
        my ($mount, $path) = @_;
        # Not every machine has all of them.
        return if !-e $path;
        my $place = place($path);
        return symlink readlink($path), $place if -l $path;
        if (-d $path) { mkdir $place, 0755 }
        else { open my $file, '>', $place or die "$place: $!\n" }
        must($path, $mount, $path, $place, 0, $MS_BIND_REC, 0);
        read_only($place);
    },
    # Of the worker's own processes: others must not be there, or the kernel gives none.
    'root-proc' => sub {
        my ($mount) = @_;
        mkdir "$root/proc", 0755;
        must('proc', $mount, 'proc', "$root/proc", 'proc', $MS_NOSUID_NODEV_NOEXEC, 0);
    },
    'root-end' => sub {
        my ($pivot_root, $umount) = @_;
        read_only($root);
        chdir $root or die "$root: $!\n";
        must('pivot_root', $pivot_root, '.', '.');
        must('umount', $umount, '.', $MNT_DETACH);
        chdir '/';
    },
    'limit' => sub {
        my ($prlimit, $resource, $most) = @_;
        must('prlimit', $prlimit, 0, $resource + 0, pack('QQ', $most, $most), 0);
    },
    'no-new-privileges' => sub {
        my ($prctl) = @_;
        must('no_new_privs', $prctl, $PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    },
    # Only who has the right to can empty the bounding set; without it there is nothing in it to use.
    'capabilities' => sub {
        my ($prctl, $capset) = @_;
        call($prctl, $PR_CAPBSET_DROP, $_, 0, 0, 0) for 0 .. $CAPABILITIES - 1;
        call($prctl, $PR_CAP_AMBIENT, $PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        must('capset', $capset, pack('Ll', $CAPABILITY_VERSION_3, 0), pack('L6', (0) x 6));
    },
    'landlock' => sub {
        my ($files, $network, $scoped, $bytes) = @_;
        my $attributes = pack('QQQ', $files, $network, $scoped);
        $ruleset = must('landlock', $LANDLOCK_CREATE_RULESET, $attributes, $bytes + 0, 0);
    },
    'landlock-path' => sub {
        my ($openat, $allowed, $path) = @_;
        my $file = call($openat, $AT_FDCWD, $path, $O_PATH_CLOEXEC, 0);
        return if $file == -1;
        my $rule = pack('Ql', $allowed, $file);
        must($path, $LANDLOCK_ADD_RULE, $ruleset, $LANDLOCK_RULE_PATH_BENEATH, $rule, 0);
    },
    'landlock-end' => sub { must('landlock', $LANDLOCK_RESTRICT_SELF, $ruleset, 0) },
    'seccomp' => sub {
        my ($prctl, $filter) = @_;
        $filter = pack('H*', $filter);
        # struct sock_fprog: how many instructions, and where they are.
        my $program = pack('S x![P] P', length($filter) / 8, $filter);
        must('seccomp', $prctl, $PR_SET_SECCOMP, $SECCOMP_MODE_FILTER, $program, 0, 0);
    },
);

for my $line (split /\n/, delete $ENV{WALLS} // '') {
    my ($wall, @words) = split /\t/, $line;
    $raise{$wall}->(@words);
}
exec { $ARGV[0] } @ARGV or die "exec: $!\n";
