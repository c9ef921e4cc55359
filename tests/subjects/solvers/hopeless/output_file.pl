#!/usr/bin/perl
# Usage: perl output_file.pl < puzzles.txt     (the answers go to solved.txt)
use strict;

sub solve {
    my ($s) = @_;
    my $i = index $s, '.';
    return $s if $i < 0;
    my $n = int($i / 27) * 27 + int($i % 9 / 3) * 3;
    my %seen = map { substr($s, $_, 1) => 1 } map { (int($i / 9) * 9 + $_, $_ * 9 + $i % 9, $n + int($_ / 3) * 9 + $_ % 3) } 0 .. 8;
    for my $d (grep { !$seen{$_} } 1 .. 9) {
        my $answer = solve(substr($s, 0, $i) . $d . substr($s, $i + 1));
        return $answer if $answer;
    }
    return;
}

open my $out, '>', 'solved.txt' or die "solved.txt: $!";
while (my $line = <STDIN>) {
    print {$out} solve($1) // 'none', "\n" if $line =~ /^([1-9.]{81})/;
}
